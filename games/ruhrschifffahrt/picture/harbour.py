"""The port: berths, the export scale, a column of warehouses for every country."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.pictures.hand import draw_coin, draw_house, fit_label, squeeze_label
from games.kernel.pictures.layout import Point
from games.kernel.pictures.shapes import AnyShape, Circle, Group, Label, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.ruhrschifffahrt.layout import LAYOUT
from games.ruhrschifffahrt.picture.river import reach_of
from games.ruhrschifffahrt.state import Ruhr
from games.ruhrschifffahrt.view import RuhrView


def draw_port(game: Ruhr, seen: RuhrView, telling: Telling) -> Iterator[AnyShape]:
    place, name = LAYOUT.port, telling.name("port")
    reached = "port" in reach_of(seen, telling)
    x, y = place.label
    berths = [
        shape
        for number, (bx, by) in enumerate(LAYOUT.spaces["port"].berths, 1)
        for shape in (Circle(bx, by, 13, "lock"), Label(bx, by + 5.5, str(number), 15, "strong", "middle"))
    ]
    yield Group(
        (
            Rect(88, 150, 196, 66, "hit", 8),
            *((Rect(88, 150, 196, 66, "reach", 8),) if reached else ()),
            fit_label(Label(x, y, name.upper(), 18, "town", "middle", 200)),
            *berths,
            *draw_demand_at_port(game, telling),
        ),
        id="port",
        title=name,
        kind="port",
    )
    yield draw_scale(game, seen, telling)
    yield from (
        draw_port_column(game, seen, it.id, telling)
        for it in game.board.port.columns
        if it.id in place.columns
    )


def draw_demand_at_port(game: Ruhr, telling: Telling) -> Iterator[Group]:
    count = game.demand.get("port", 0)
    if count:
        coins = tuple(shape for number in range(count) for shape in draw_coin(270 + 20 * number, 140, 17))
        yield Group(coins, piece="thaler", count=count, title=telling.text("demand", count=count))


def draw_scale(game: Ruhr, seen: RuhrView, telling: Telling) -> Group:
    place = LAYOUT.port
    shapes: list[AnyShape] = [Label(*place.scale_label, telling.text("export"), 17, "name")]
    for number, ((x, y), value) in enumerate(zip(place.scale, game.board.export_scale.values, strict=False)):
        here = number == game.export_marker
        shapes.append(Rect(x - 13, y - 13, 26, 26, "ground" if here else "free", 2))
        shapes.append(Label(x, y + 6, str(value), 16, "onground strong" if here else "", "middle"))
    if seen.export.country:
        x, y = place.country
        title = telling.text("country", country=telling.name(seen.export.country))
        shapes.append(Group((Sign(seen.export.country, x - 20, y - 5, 26),), title=title))
    return Group(
        tuple(shapes),
        id="export_scale",
        title=f"{telling.text('export')}: {seen.export.value}",
        kind="scale",
        count=game.export_marker,
    )


def draw_port_column(game: Ruhr, seen: RuhrView, column: str, telling: Telling) -> Group:
    """The country that buys this round is framed."""
    place, name = LAYOUT.port.columns[column], telling.name(column)
    x, y, width, height = place.box
    price = next((it.price for it in seen.sites if it.site == column), None)
    shapes: list[AnyShape] = [
        Rect(x, y, width, height, "free", 4),
        *((Rect(x, y, width, height, "bold", 4),) if seen.export.country == column else ()),
        Rect(x, y, width, height, "hit", 4),
        Sign(column, x + width / 2, y + 14, 24),
        squeeze_label(Label(x + width / 2, y + 36, name, 15, "serif", "middle"), width - 6),
        *draw_port_slots(game.warehouses[column], place.slots, price, telling),
    ]
    for (sx, sy), bonus in zip(place.slots, game.board.port.position_bonus, strict=False):
        text = f"+{bonus}" if bonus > 0 else str(bonus).replace("-", "−")
        shapes.append(Label(sx + 31, sy + 5.5, text, 15, "soft", "middle"))
    return Group(tuple(shapes), id=column, title=name, kind="port_column")


def draw_port_slots(
    owners: list[int], slots: tuple[Point, ...], price: int | None, telling: Telling
) -> Iterator[AnyShape]:
    """From the top; the first free one shows the price of the next warehouse."""
    for number, (x, y) in enumerate(slots):
        if number < len(owners):
            seat = owners[number]
            title = telling.text("warehouse_of", seat=telling.seat(seat))
            yield Group(draw_house(x, y, 22, seat), piece="warehouse", seat=seat, title=title)
            continue
        yield Rect(x - 11, y - 11, 22, 22, "free", 2)
        if number == len(owners) and price is not None:
            yield Label(x, y + 5.5, str(price), 15, "strong", "middle")
