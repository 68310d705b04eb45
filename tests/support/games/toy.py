"""The smallest game that shows what a kernel does: a heap of stones and two seats.

The seat that is asked takes one or two stones, or throws a die and takes that many; the last stone wins.
"""

from typing import Annotated, Any

from msgspec import Meta

from games.kernel import (
    Asked,
    Command,
    Event,
    Game,
    Line,
    Options,
    Question,
    Reason,
    Rulebook,
    Standing,
    Step,
    Table,
    offer,
)
from games.kernel.pictures.layout import Colours, Hand, Layout, Spare
from games.kernel.pictures.shapes import Circle, Group, Picture
from games.kernel.quantities import Seat
from games.kernel.score import places, totals
from games.kernel.words import SECTIONS, Words

Stones = Annotated[int, Meta(ge=-9, le=9)]

TOO_FEW_STONES = Reason("too_few_stones", "TOY-2")


class Deal(Step, frozen=True):
    pass


class Take(Question, frozen=True):
    pass


class Chat(Standing, frozen=True):
    pass


ToyItem = Deal | Take | Chat


class TakeStones(Command, frozen=True):
    count: int


class Throw(Command, frozen=True):
    pass


class Talk(Command, frozen=True):
    words: str

    def as_offered(self):
        return Talk("")


class StonesDealt(Event, frozen=True):
    count: int

    def apply(self, game):
        game.stones = self.count


class StonesTaken(Event, frozen=True):
    seat: Seat
    count: int

    def apply(self, game):
        game.stones -= self.count
        game.taken[self.seat] += self.count


class Said(Event, frozen=True):
    words: str

    def apply(self, game):
        game.said += 1


class ToyAsked(Asked, frozen=True, tag="asked"):
    agenda: tuple[ToyItem, ...]


class ToyTable(Table, kw_only=True):
    stones: int = 0
    taken: Annotated[list[Stones], Meta(max_length=4)] = []
    said: int = 0
    agenda: tuple[ToyItem, ...] = ()


class ToyOptions(Options, frozen=True, kw_only=True):
    stones: int = 7


RULES: Rulebook[Any, Any] = Rulebook(ToyAsked)


@RULES.step(Deal)
def deal(play, _):
    play.happens(StonesDealt(7))
    play.first(Take(0))


@RULES.options(Take)
def handfuls(game, take):
    for count in (1, 2):
        yield offer(TakeStones(count), None if count <= game.stones else TOO_FEW_STONES)


@RULES.options(Take)
def throws(game, take):
    if game.stones >= 6:
        yield Throw()


@RULES.answer(Take, TakeStones)
def take_stones(play, take, command):
    play.happens(StonesTaken(take.seat, command.count))
    if play.game.stones:
        play.first(Take(1 - take.seat))


@RULES.answer(Take, Throw)
def throw(play, take, _):
    play.happens(StonesTaken(take.seat, play.chance.die()))
    if play.game.stones:
        play.first(Take(1 - take.seat))


@RULES.options(Chat)
def words(game, chat):
    yield Talk("")


@RULES.answer(Chat, Talk)
def talk(play, chat, command):
    play.happens(Said(command.words))
    play.first(chat)


def in_both_languages(text):
    return {"en": text, "de": text}


def toy_words():
    texts = {
        "questions": {
            "take": in_both_languages("{seat} takes"),
            "chat": in_both_languages("Anybody may talk"),
        },
        "commands": {
            "take_stones": in_both_languages("Take {count} of {stones}"),
            "throw": in_both_languages("Throw"),
            "talk": in_both_languages("Say {words}"),
        },
        "events": {
            "stones_dealt": in_both_languages("{count} stones"),
            "stones_taken": in_both_languages("{seat} takes {count}"),
            "said": in_both_languages("Somebody says {words}"),
            "asked": in_both_languages("The game waits"),
        },
        "categories": {"stones": in_both_languages("Stones")},
        "options": {"stones": in_both_languages("Stones in the heap")},
        "game": {"name": in_both_languages("Toy"), "about": in_both_languages("Take the last stone.")},
        "pictures": {
            "heap": in_both_languages("{count} stones"),
            "empty": in_both_languages("No stones"),
            "shovel": in_both_languages("A shovel"),
        },
    }
    return Words({name: texts.get(name, {}) for name in SECTIONS})


def toy_score(game):
    return [
        Line(seat=seat, category="stones", points=count, count=count, rule="TOY-3")
        for seat, count in enumerate(game.taken)
    ]


def blank(seats, edition, options):
    return ToyTable(edition=edition, taken=[0] * seats)


def wording(game, command):
    return {"stones": game.stones}


TOY_LAYOUT = Layout(
    edition="first",
    source="drawn",
    prefix="toy",
    view_box=(0, 0, 100, 100),
    parts={},
    seats={},
    spare=Spare(at=(0, 100), step=(10, 10), columns=10),
    hand=Hand(colours=Colours(light={}), looks={}),
    clicks={},
)


def toy_picture(game, telling):
    over = any(game.taken) and not game.stones
    title = telling.text("empty") if over else telling.text("heap", count=game.stones)
    return picture_with(Group((Circle(50, 50, 10, "panel"),), id="heap", title=title), telling)


def toy_portraits(edition, telling):
    return {"shovel": picture_with(Group((), id="shovel", title=telling.text("shovel")), telling)}


def picture_with(thing, telling):
    return Picture(title=telling.game(), about="", lang=telling.lang, box=(0, 0, 100, 100), shapes=(thing,))


def toy_game(**changes):
    parts = {
        "name": "toy",
        "version": 1,
        "seats": (2,),
        "editions": {"first": None},
        "options": ToyOptions,
        "table": ToyTable,
        "commands": (TakeStones, Throw, Talk),
        "events": (StonesDealt, StonesTaken, Said, ToyAsked),
        "items": (Deal, Take, Chat),
        "rules": RULES,
        "blank": blank,
        "opening": (Deal(),),
        "score": toy_score,
        "places": lambda game: places([(points,) for points in totals(toy_score(game), 2)]),
        "view": lambda game: game,
        "view_type": ToyTable,
        "wording": wording,
        "words": toy_words(),
        "layout": TOY_LAYOUT,
        "picture": toy_picture,
        "portraits": toy_portraits,
        "minutes": 1,
        "longest": 100,
        "names": {"seat": lambda game: range(len(game.taken))},
    }
    return Game(**(parts | changes))
