"""Tables of Schichtwechsel for tests: laid out, changed to what the test is about, and asked."""

from games.catalogue import GAMES
from games.kernel import Play
from games.kernel.laws import breaches
from games.schichtwechsel.agenda import CloseTurn, NextTurn, Perform, TakeTurn
from games.schichtwechsel.commands import Pay, UseCard
from games.schichtwechsel.laws.course import Phase
from games.schichtwechsel.lookup import cards_for
from games.schichtwechsel.setup import blank_table, equipment
from games.schichtwechsel.state import Load, Payment, SchichtwechselOptions
from support.games.luck import Rigged

GAME = GAMES["schichtwechsel"]
EDITION = next(iter(GAME.editions))
BOARD = GAME.editions[EDITION]
PLAIN, LOCK, BLUE, PUMP = 1, 4, 5, 6  # round cards: one without a special effect, and the three with one
TILES = ("train_driver", "mine_rescue_team", "gatekeeper", "coal_vendor")  # by seat


def table(seats=4, *, at_round=2, card=PLAIN, **changes):
    """As laid out, but in a later round; seat 0 holds the marker and began."""
    game = blank_table(seats, EDITION, SchichtwechselOptions())
    for event in equipment(game):
        event.apply(game)
    game.round = at_round
    game.round_cards = (card,)
    for name, value in changes.items():
        assert hasattr(game, name), name
        setattr(game, name, value)
    return game


def player(game, seat=0, *, wagons=None, discs=None, **changes):
    """Sets what a player has. `wagons` maps a wagon to (coal, spoil); `discs` a route to a space."""
    it = game.players[seat]
    for wagon, (coal, spoil) in (wagons or {}).items():
        it.wagons[wagon] = Load(coal, spoil)
    it.discs.update(discs or {})
    for name, value in changes.items():
        assert hasattr(it, name), name
        setattr(it, name, value)
    return it


def laid(seat=1, white=0, own=0, coins=0):
    return Payment(seat, white, own, coins)


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
    def asked(self):
        """The names of what the game waits for, next item first."""
        return [type(item).__name__ for item in self.game.agenda]

    @property
    def legal(self):
        return self.play.legal

    @property
    def reasons(self):
        """Barred command -> reason code and rule."""
        return {
            barred.command: tuple(barred.reason) for barred in GAME.rules.barred(self.game, self.question)
        }

    def answer(self, *commands):
        """Gives the answers, each of which must be offered; returns the facts that followed."""
        before = len(self.play.events)
        for command in commands:
            assert command in self.legal, f"{command} is not among {self.legal}"
            self.play.answer(command)
        return facts(self.play.events[before:])

    @property
    def facts(self):
        return facts(self.play.events)

    @property
    def came_to_nothing(self):
        """Nothing happened, and nobody is asked."""
        return not self.facts and self.question is None


def facts(events):
    """Without the record of what is asked."""
    return [event for event in events if type(event) is not GAME.rules.asked]


def kinds(events):
    return [type(event).__name__ for event in events]


def asks(game, *agenda, luck=()):
    return Scene(game, *agenda, luck=luck)


def performs(game, *effects, seat=0, must=False):
    """A list of effects, as a card or a space would have it."""
    return Scene(game, Perform(seat, effects, must))


def turn(game, seat=0):
    """It is the turn of a seat, and after it the next one's."""
    return Scene(game, TakeTurn(seat), NextTurn((seat + 1) % len(game.players)))


def card(game, name):
    return cards_for(EDITION, len(game.players))[name]


def plays(game, name, size=None, seat=0, pay=None):
    """The seat, with a purse that pays for anything, uses a card; only its own turn is played."""
    it = game.players[seat]
    it.token, it.white, it.coins = True, max(it.white, 2), max(it.coins, 1)
    size = size or card(game, name).uses[0].size
    scene = Scene(game, TakeTurn(seat))
    scene.answer(UseCard(name, size))
    if scene.question and type(scene.question).__name__ == "PayCard":
        scene.answer(pay or scene.legal[0])
    return scene


def waits(phase, *agenda, seats=4, at_round=2, **changes):
    """A lawful table that waits for the first of these items."""
    game = table(seats, at_round=at_round, **changes)
    game.round_cards = (PLAIN, LOCK, PUMP, 2, 3)[:at_round]
    for seat, player in enumerate(game.players):
        player.tile = TILES[seat]
    game.agenda = (*agenda, *phase.value)
    return game


def acting(*agenda, seat=0, **changes):
    return waits(Phase.ACTIONS, *agenda, NextTurn((seat + 1) % 4), **changes)


def begun(**changes):
    return acting(TakeTurn(0), **changes)


def wrong(game):
    return [(breach.law, breach.pointer) for breach in breaches(GAME, game)]


__all__ = [
    "BLUE",
    "BOARD",
    "EDITION",
    "GAME",
    "LOCK",
    "PLAIN",
    "PUMP",
    "CloseTurn",
    "Pay",
    "Scene",
    "acting",
    "asks",
    "begun",
    "card",
    "facts",
    "kinds",
    "laid",
    "performs",
    "player",
    "plays",
    "table",
    "turn",
    "waits",
    "wrong",
]
