"""The coking plant: an oven door for every space, coke glowing behind it."""

from __future__ import annotations

from games.kernel.pictures.hand import coke_of, draw_cube, draw_outline
from games.kernel.pictures.layout import Point
from games.kernel.pictures.shapes import AnyShape, Group, Label, Path, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.schichtwechsel.board import GreySpace
from games.schichtwechsel.layout import LAYOUT
from games.schichtwechsel.picture.effects import draw_row, items_of
from games.schichtwechsel.state import Schichtwechsel


def draw_plant(game: Schichtwechsel, telling: Telling) -> Group:
    shapes: list[AnyShape] = [Label(*LAYOUT.plant.label, telling.text("plant"), 19, "name labsky")]
    for space in game.board.coking_plant.grey_spaces:
        if space.id in LAYOUT.plant.grey:
            in_game = len(game.players) in space.players
            at, owner = LAYOUT.plant.grey[space.id], game.plant.get(space.id)
            shapes.append(draw_door(at, space, owner, telling, open_=in_game))
    for seat, at in enumerate(LAYOUT.plant.own):
        shapes.append(draw_own_door(game, seat, at, telling))
    return Group(tuple(shapes), part="plant", title=telling.text("plant"))


def draw_door(at: Point, printed: GreySpace, owner: int | None, telling: Telling, *, open_: bool) -> Group:
    """An oven: coke glows in it; where it does not count for this number of players it is bricked up."""

    x, y = at
    width, height = LAYOUT.plant.door
    shapes: list[AnyShape] = [
        Path(
            arch(x, y, width, height),
            "opening" if owner is not None else "ovendoor" if open_ else "closeddoor",
        ),
    ]
    if not open_:
        shapes.append(Path(arch(x, y, width, height), "hatched"))
    if owner is not None:
        shapes += [
            Path(glow(x, y, width, height), "glow"),
            draw_coke(owner, x + width / 2, y + 33, 24, telling),
        ]
    shapes.append(Path(arch(x, y, width, height), "hit"))
    above = owner is not None and printed.effects
    if above:
        shapes.append(Rect(x + 3, y - 9, width - 6, 21, "panel", 9))
    shapes += draw_row(items_of(printed.effects), (x + width / 2, y + (2 if above else 24)), width - 9, 20)
    title = telling.name(printed.id) + (f": {telling.seat(owner)}" if owner is not None else "")
    return Group(tuple(shapes), id=printed.id, title=title, kind="grey")


def draw_own_door(game: Schichtwechsel, seat: int, at: tuple[int, int], telling: Telling) -> Group:
    x, y = at
    width, height = LAYOUT.plant.door
    if seat >= len(game.players):
        return Group(
            (Path(arch(x, y, width, height), "closeddoor"), Path(arch(x, y, width, height), "hatched"))
        )
    filled = game.players[seat].own_space
    shapes: list[AnyShape] = [
        Path(arch(x, y, width, height), "opening" if filled else "ovendoor"),
        Path(arch(x + 1.5, y + 1.5, width - 3, height - 3), f"o{seat}"),
    ]
    if filled:
        shapes += [
            Path(glow(x, y, width, height), "glow"),
            draw_coke(seat, x + width / 2, y + 33, 24, telling),
        ]
    else:
        shapes += [
            Sign("white", x + width / 2, y + 21, 19),
            draw_outline(seat, x + width / 2, y + 43, 15, f"s{seat}"),
        ]
    shapes.append(Path(arch(x, y, width, height), "hit"))
    return Group(
        tuple(shapes),
        id=f"own:{seat}",
        seat=seat,
        title=telling.text("own_door", seat=telling.seat(seat)),
        kind="own",
    )


def arch(x: float, y: float, width: float, height: float) -> str:
    return f"M{x} {y + height}V{y + 14}a{width / 2} 14 0 0 1 {width} 0V{y + height}Z"


def glow(x: float, y: float, width: float, height: float) -> str:
    return f"M{x + 4} {y + height}q4 -22 {width / 2 - 4} -24t{width / 2 - 4} 24Z"


def draw_coke(seat: int, x: float, y: float, size: float, telling: Telling) -> Group:
    """Coke belongs to a seat: its colour, and its number."""

    return Group(
        draw_cube(x, y, size, coke_of(seat, str(seat + 1))),
        piece="coke",
        seat=seat,
        title=telling.text("coke_of", seat=telling.seat(seat)),
    )
