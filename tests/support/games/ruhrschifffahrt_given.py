"""Tables of Ruhrschifffahrt for tests: laid out, changed to what the test is about, and asked."""

from games.catalogue import GAMES
from games.kernel import Play
from games.ruhrschifffahrt.setup import blank_table, layout
from games.ruhrschifffahrt.state import RuhrOptions, Tally
from support.games.luck import Rigged

GAME = GAMES["ruhrschifffahrt"]
EDITION = next(iter(GAME.editions))
BOARD = GAME.editions[EDITION]
SALES = ("i_horst", "c_steele", "i_steele", "c_werden")  # where ships lie unless a test says otherwise


def table(seats=4, *, in_round=2, variant=False, ships=None, **changes):
    """As laid out, but in a later round: ships on sales spaces, seat 0 furthest upstream.

    `ships` maps a space to the seats on it, in order of arrival.
    """
    game = blank_table(seats, EDITION, RuhrOptions(without_starred_markers=variant))
    for event in layout(game):
        event.apply(game)
    game.round = in_round
    column = [column.id for column in BOARD.transport_track.columns if column.from_round <= in_round][-1]
    game.ships = ships if ships is not None else {SALES[seat]: [seat] for seat in range(seats)}
    game.column = column
    for name, value in changes.items():
        assert hasattr(game, name), name
        setattr(game, name, value)
    game.order = game.ship_order() or tuple(range(seats))
    return game


def player(game, seat, *, points=None, **changes):
    """Sets what a player has; points stand as gains in the ledger."""
    it = game.players[seat]
    for name, value in changes.items():
        assert hasattr(it, name), name
        setattr(it, name, value)
    if points is not None:
        it.ledger = {"gains": Tally(points, 1)} if points else {}
    return it


class Scene:
    """A table at which questions are put and answered."""

    def __init__(self, game, *agenda, luck=()):
        self.play = Play(GAME.rules, game, luck if hasattr(luck, "next_below") else Rigged(*luck))
        self.play.agenda = list(agenda)
        self.play.run()

    @property
    def game(self):
        return self.play.game

    @property
    def question(self):
        return self.game.agenda[0] if self.game.agenda else None

    @property
    def legal(self):
        return list(self.play.legal)

    @property
    def events(self):
        """What has happened so far, without the questions."""
        return [event for event in self.play.events if type(event).__name__ != "RuhrAsked"]

    def legal_of(self, kind):
        return [command for command in self.play.legal if isinstance(command, kind)]

    def barred(self):
        """Command -> code and rule of the reason."""
        return {
            barred.command: tuple(barred.reason) for barred in GAME.rules.barred(self.game, self.question)
        }

    def does(self, command):
        """Answers the open question; returns what happened then."""
        assert command in self.play.legal, f"{command} is not among {self.play.legal}"
        before = len(self.events)
        self.play.answer(command)
        return self.events[before:]

    def happened(self, *kinds):
        return [event for event in self.events if isinstance(event, kinds)]


def of_kind(events, *kinds):
    return [event for event in events if isinstance(event, kinds)]
