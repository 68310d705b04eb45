"""Builds positions of Schiefer for tests, and plays on from them.

    game = given(players=[player(supply=2), player(money=5)], mines={"ogwen-1": 0})
    events = answer(game, SellSlate("ogwen-1"))       # the open question's seat answers; `game` is moved on

Markers that a position does not mention lie in their owner's reserve, so 26 of each are always there.
"""

from dataclasses import dataclass, field

import msgspec

from games.kernel import Asked, Barred, Play, decide
from games.schiefer.agenda import Execute, PrepareActions, RollDice, TakeMarkerBack, WorkOff
from games.schiefer.game import SCHIEFER
from games.schiefer.setup import blank_table
from games.schiefer.state import OpenedMine, Player
from support.games.luck import Rigged

EDITION = "reconstructed-1"
COLOURS = ("blue", "red", "green", "yellow")
BLUE, RED, GREEN, YELLOW = range(4)


@dataclass
class Person:
    supply: int = 8
    money: int = 3
    reserve: int | None = None
    used_boxes: tuple[str, ...] = ()
    has_set_die: bool = False
    has_changed_die: bool = False


def player(**things):
    return Person(**things)


def given(*agenda, players=2, mines=None, sold=(), boxes=None, fields=None, **table):
    """`mines`: id -> owner; `boxes`: id -> owners; `fields`: die -> {seat: markers}; options by name."""
    persons = players if isinstance(players, list) else [Person() for _ in range(players)]
    names = SCHIEFER.options.__struct_fields__
    options = SCHIEFER.options(**{key: table.pop(key) for key in names if key in table})
    game = blank_table(len(persons), EDITION, options)
    game.round = 1
    game.mines = {mine: OpenedMine(owner, mine in sold) for mine, owner in (mines or {}).items()}
    game.boxes = {box: list(owners) for box, owners in (boxes or {}).items()}
    for die, markers in (fields or {}).items():
        for seat, count in markers.items():
            game.fields[die - 1][seat] = count
    game.black_markers = 29 - len(sold)
    game.players = [equipped(game, seat, person) for seat, person in enumerate(persons)]
    game.agenda = agenda
    for name, value in table.items():
        setattr(game, name, value)
    return game


def equipped(game, seat, person):
    lying = (
        sum(markers[seat] for markers in game.fields)
        + sum(mine.owner == seat for mine in game.mines.values())
        + sum(owners.count(seat) for owners in game.boxes.values())
    )
    reserve = 26 - lying - person.supply if person.reserve is None else person.reserve
    assert reserve >= 0, "more than 26 markers"
    return Player(
        COLOURS[seat],
        person.supply,
        reserve,
        person.money,
        person.has_set_die,
        person.has_changed_die,
        person.used_boxes,
    )


def rolled(*faces, seat=BLUE, **position):
    """The seat has rolled these faces and may change them or mark actions."""
    return given(PrepareActions(seat), dice=faces, **position)


def at_work(die, *, seat=BLUE, after=(), **position):
    """The seat's marker on field `die` is due, its marker already back unless the option says otherwise."""
    if position.get("executing_marker_may_pay", True):
        return given(Execute(seat, die), *after, **position)
    fields = position.pop("fields", {})
    fields.setdefault(die, {}).setdefault(seat, 1)
    return given(Execute(seat, die), TakeMarkerBack(seat, die), *after, fields=fields, **position)


def worked_off(fields, *later, luck=None, **position):
    """Phase 2 begins: the fields are to be worked off, then comes `later`."""
    return run(given(WorkOff(die=1), *later, fields=fields, **position), luck)


def opened(seats, *numbers, **options):
    """A match from its first moment: the start player's number is drawn, then their three dice."""
    play = Play(SCHIEFER.rules, blank_table(seats, EDITION, SCHIEFER.options(**options)), Rigged(*numbers))
    play.first(*SCHIEFER.opening)
    play.run()
    assert not play.chance.left, "drawn ahead of time"
    return Played(play.game, told(play.events))


def turn_of(seat, *later, luck=None, **position):
    """The seat's rolling turn begins."""
    return run(given(RollDice(seat), *later, **position), luck)


@dataclass
class Played:
    game: object
    events: list = field(default_factory=list)


def run(game, luck=None):
    """Steps and forced answers until a player has a choice."""
    play = Play(SCHIEFER.rules, game, luck or Rigged())
    play.run()
    return Played(game, told(play.events))


def answer(game, command, luck=None):
    """Decides for the seat that is asked, moves the table on and returns what happened."""
    question = game.agenda[0]
    events = decide(SCHIEFER.rules, game, question.seat, command, luck or Rigged())
    for event in msgspec.json.decode(msgspec.json.encode(events), type=list[SCHIEFER.event_type]):
        event.apply(game)
    return told(events)


def told(events):
    """What happened, without the note of what is asked next."""
    return [event for event in events if not isinstance(event, Asked)]


def of(events, *kinds):
    return [event for event in events if isinstance(event, kinds)]


def legal(game, *kinds):
    options = SCHIEFER.rules.legal(game, game.agenda[0])
    return [command for command in options if not kinds or isinstance(command, kinds)]


def barred(game, *kinds):
    """command -> reason"""
    return {
        offer.command: offer.reason
        for offer in SCHIEFER.rules.offers(game, game.agenda[0])
        if isinstance(offer, Barred) and (not kinds or isinstance(offer.command, kinds))
    }


def shown(game, *kinds):
    """Legal or barred: everything a client would see."""
    return [*legal(game, *kinds), *barred(game, *kinds)]


def all_mines(seats=2, leave=0):
    """Every mine taken, the seats in turn, but the last `leave` in the order of the board."""
    ids = [mine.id for valley in blank_board().valleys.list for mine in valley.mines]
    return {mine: number % seats for number, mine in enumerate(ids[: len(ids) - leave])}


def blank_board():
    return SCHIEFER.editions[EDITION]
