"""The headframe tower: bonus spaces beside it, raised headframes between its legs."""

from __future__ import annotations

from games.kernel.pictures.shapes import AnyShape, Circle, Group, Label, Path, Rect
from games.kernel.pictures.telling import Telling
from games.schichtwechsel.layout import LAYOUT
from games.schichtwechsel.picture.effects import draw_effects
from games.schichtwechsel.state import Schichtwechsel


def draw_tower(game: Schichtwechsel, telling: Telling) -> Group:
    printed = {it.id: it for it in (*game.board.headframe_bonuses.big, *game.board.headframe_bonuses.small)}
    boxes = LAYOUT.headframes.big | LAYOUT.headframes.small
    things: list[AnyShape] = [draw_area(game, telling)]
    for space, (x, y, width, height) in boxes.items():
        if space not in printed:
            continue
        owner = game.bonus.get(space)
        title = telling.name(space)
        shapes: list[AnyShape] = [
            Rect(x, y, width, height, "card", 3),
            Rect(x, y, width, height, "hit", 3),
            Group(
                tuple(draw_effects(printed[space].effects, (x + width / 2, y + height / 2), width - 8, 22)),
                shade="" if owner is None else "faded",
            ),
        ]
        if owner is not None:
            shapes.append(draw_headframe(owner, x + width / 2, y + height / 2, 26, telling))
            title += f": {telling.seat(owner)}"
        things.append(Group(tuple(shapes), id=space, title=title, kind="bonus"))
    return Group(tuple(things), part="tower", title=telling.text("tower"))


def draw_headframe(seat: int, x: float, y: float, size: float, telling: Telling) -> Group:
    """A small tower in the seat's colour with its number."""
    half = size / 2
    top, foot, neck, leg = y - half * 0.5, y + half, half * 0.28, half * 0.85
    legs = f"M{x - neck:.1f} {top:.1f}L{x - leg:.1f} {foot:.1f}H{x + leg:.1f}L{x + neck:.1f} {top:.1f}Z"
    shapes = (
        Path(legs, f"s{seat}"),
        Circle(round(x, 1), round(y - half * 0.62, 1), round(half * 0.36, 1), f"s{seat}"),
        Label(x, y + half * 0.82, str(seat + 1), round(size * 0.5, 1), f"n{seat} strong", "middle"),
    )
    return Group(
        shapes, piece="headframe", seat=seat, title=telling.text("headframe_of", seat=telling.seat(seat))
    )


def draw_area(game: Schichtwechsel, telling: Telling) -> Group:
    """Headframes that were raised this round, a column a seat."""
    place = LAYOUT.headframes.area
    x, y, width, height = place.box
    shapes: list[AnyShape] = [Rect(x, y, width, height, "area", 3), Rect(x, y, width, height, "hit", 3)]
    half = len(place.anchors) // 2
    for seat, player in enumerate(game.players):
        shapes += [
            draw_headframe(seat, *place.anchors[seat + half * number], 22, telling)
            for number in range(min(player.raised, 2))
        ]
    return Group(tuple(shapes), id="headframe_area", title=telling.name("headframe_area"), kind="area")
