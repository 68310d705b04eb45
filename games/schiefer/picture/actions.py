"""The dice of the seat that rolls, and the fence of action fields on which markers wait."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.kernel.pictures.hand import draw_coin, draw_die, draw_marker, draw_outline
from games.kernel.pictures.layout import Point
from games.kernel.pictures.lettering import break_lines
from games.kernel.pictures.shapes import AnyShape, Group, Label, Path, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.schiefer.agenda import Execute
from games.schiefer.board import Action, ActionField
from games.schiefer.layout import LAYOUT
from games.schiefer.state import Schiefer

SIGNS: dict[Action, str] = {"supply": "supply", "open_mine": "archfull", "sell": "sell", "develop": "develop"}
FENCE_SLABS = ("slab", "slabb", "slabc")
TOPS = ((6, 0), (0, 5), (4, 9), (8, 1), (2, 6), (7, 2))  # the slates are not cut alike
MOST_LINES = 3
MOST_FIELDS_KEPT = 1_000  # six, with a few markers of each seat
PLACES = {
    2: ((-26, 170), (26, 170)),
    3: ((-27, 150), (27, 150), (0, 188)),
    4: ((-27, 150), (27, 150), (-27, 190), (27, 190)),
}


def draw_dice(game: Schiefer, telling: Telling) -> Group:
    x, y, width, height = LAYOUT.parts["dice"].box
    shapes: list[AnyShape] = [
        Rect(x, y, width, height, "wood", 10),
        Rect(x + 14, y + 10, width - 28, 176, "shadeside", 8),
    ]
    for number, (dx, dy) in enumerate(LAYOUT.dice):
        face = game.dice[number] if number < len(game.dice) else 0
        title = telling.text("rolled" if face else "unrolled", die=number + 1, face=face)
        drawn = draw_die(dx, dy, 50, face) if face else (Rect(dx - 24, dy - 24, 48, 48, "slot", 9),)
        hit = Rect(dx - 30, dy - 30, 60, 60, "hit", 10)
        shapes.append(Group((hit, *drawn), id=f"die-{number + 1}", title=title, kind="die"))
    return Group((*shapes, *draw_marks(game, telling)), part="dice", title=telling.text("dice"))


def draw_marks(game: Schiefer, telling: Telling) -> Iterator[Group]:
    """Setting a die, and changing one with the box: once a round each."""
    question = game.agenda[0] if game.agenda else None
    seat = getattr(question, "seat", None)
    price = game.board.dice_prices.set
    x, y = LAYOUT.dice_marks.set
    used = seat is not None and game.players[seat].has_set_die
    yield draw_mark(
        "set_die", (x, y), draw_coin(x, y, 26, str(price)), used_title(telling, "set_mark", price, used=used)
    )
    if seat is not None and game.has_box(seat, "change_die"):
        x, y = LAYOUT.dice_marks.change
        used = game.players[seat].has_changed_die
        sign = (Rect(x - 14, y - 13, 28, 26, "diew", 5), Label(x, y + 6, "±1", 17, "pipw strong", "middle"))
        yield draw_mark("change", (x, y), sign, used_title(telling, "change_mark", price, used=used))


def used_title(telling: Telling, code: str, price: int, *, used: bool) -> tuple[str, bool]:
    title = telling.text(code, price=price)
    return (f"{title} ({telling.text('done')})" if used else title), used


def draw_mark(name: str, at: Point, sign: tuple[AnyShape, ...], told: tuple[str, bool]) -> Group:
    """Struck through when it is used up."""
    (x, y), (title, used) = at, told
    hit = Rect(x - 18, y - 17, 36, 34, "hit", 6)
    struck = (Path(f"M{x - 15} {y + 13}L{x + 15} {y - 13}", "strike"),) if used else ()
    return Group((hit, *sign, *struck), id=f"dice-{name}", title=title, kind="mark")


def draw_fields(game: Schiefer, telling: Telling) -> Group:
    x, y, width, height = LAYOUT.parts["fields"].box
    wires = Path(f"M{x} {y + 30}H{x + width}M{x} {y + 35}H{x + width}", "wire")
    turf = Path(f"M{x} {y + height - 1}H{x + width}{tufts(x, y + height - 1, width)}", "wire")
    slabs = [
        draw_field(game, printed, telling)
        for printed in game.board.action_fields.list
        if printed.die in LAYOUT.fields
    ]
    return Group((*slabs, wires, turf), part="fields", title=telling.text("fields"))


def tufts(x: int, y: int, width: int) -> str:
    return "".join(f"M{at} {y}l-3 -9M{at + 3} {y}v-12M{at + 6} {y}l4 -8" for at in range(x, x + width, 124))


def draw_field(game: Schiefer, printed: ActionField, telling: Telling) -> Group:
    question = game.agenda[0] if game.agenda else None
    working = isinstance(question, Execute) and question.die == printed.die
    waiting = tuple(game.fields[printed.die - 1])
    return draw_field_with(printed, waiting, telling.unasked, working=working)


@lru_cache(MOST_FIELDS_KEPT)
def draw_field_with(
    printed: ActionField, waiting: tuple[int, ...], telling: Telling, *, working: bool
) -> Group:
    """`waiting`: the markers of each seat."""
    x, y = LAYOUT.fields[printed.die]
    left, right = TOPS[(printed.die - 1) % len(TOPS)]
    names = [telling.name(action) for action in printed.actions]
    slab = f"M{x - 57} {y + 212}V{y + left}L{x + 57} {y + right}V{y + 212}Z"
    shapes: list[AnyShape] = [
        Rect(x - 61, y - 4, 122, 219, "hit", 6),
        Path(slab, FENCE_SLABS[printed.die % len(FENCE_SLABS)]),
        *((Path(slab, "ring"),) if working else ()),
        *draw_die(x - 30, y + 54, 40, printed.die, colour="lamp" if working else "w"),
        *draw_signs(x, y, printed.actions),
        *draw_action_words(x, y + 98, " / ".join(names)),
        *draw_places(waiting, x, y, telling),
    ]
    title = telling.text("field", die=printed.die, actions=" / ".join(names))
    return Group(tuple(shapes), id=f"field-{printed.die}", title=title, kind="field")


def draw_signs(x: int, y: int, actions: tuple[Action, ...]) -> Iterator[AnyShape]:
    if len(actions) == 1:
        yield Sign(SIGNS[actions[0]], x + 24, y + 54, 36, "ons")
        return
    yield Sign(SIGNS[actions[0]], x + 7, y + 56, 24, "ons")
    yield Path(f"M{x + 20} {y + 68}l6 -24", "wire")
    yield Sign(SIGNS[actions[1]], x + 40, y + 54, 24, "ons")


def draw_action_words(x: int, y: int, text: str) -> Iterator[AnyShape]:
    """Three lines stand closer together, so that they leave the markers below them free."""
    lines = break_lines(text, 16, 108, MOST_LINES)
    size, pitch, top = (16, 18, y) if len(lines) < MOST_LINES else (15, 16, y - 5)
    for number, line in enumerate(lines):
        yield Label(x, top + pitch * number, line, size, "ons", "middle")


def draw_places(waiting: tuple[int, ...], x: int, y: int, telling: Telling) -> Iterator[AnyShape]:
    """A fixed place for each seat."""
    spots = PLACES[len(waiting)]
    for seat, count in enumerate(waiting):
        dx, dy = spots[seat]
        if count:
            title = telling.text("waiting", seat=telling.seat(seat), count=count)
            yield draw_marker(seat, (x + dx, y + dy), 30, title=title, count=count)
        else:
            yield draw_outline(seat, x + dx, y + dy, 20, "ghostly")


def draw_pending_dice(faces: tuple[int, ...], x: float, y: float, size: float) -> Iterator[AnyShape]:
    for number, face in enumerate(faces):
        yield from draw_die(x + number * (size + 5), y, size, face)
