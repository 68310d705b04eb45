"""The surveyor's tables on the map: transport track, options, white tiles, cartouche, and the port."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.pictures.hand import draw_badge, draw_coin, draw_die, draw_outline, squeeze_label
from games.kernel.pictures.layout import Point
from games.kernel.pictures.lettering import SERIF, break_lines, width_of, wrap
from games.kernel.pictures.shapes import AnyShape, Circle, Group, Label, Path, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.ruhrschifffahrt.layout import LAYOUT
from games.ruhrschifffahrt.printed import Column, SpecialOption
from games.ruhrschifffahrt.quantities import Colour
from games.ruhrschifffahrt.state import Ruhr
from games.ruhrschifffahrt.view import OptionView, RuhrView

PHASES = (
    "event",
    "water_and_demand",
    "start_space_and_option",
    "move_and_sell",
    "progress",
    "purchases",
    "export_and_round_end",
)


def draw_frame(part: str) -> tuple[AnyShape, ...]:
    x, y, width, height = LAYOUT.parts[part].box
    return (Rect(x, y, width, height, "sheet"), Rect(x + 4, y + 4, width - 8, height - 8, "inner"))


def draw_track(game: Ruhr, seen: RuhrView, telling: Telling) -> Group:
    """The column in use is inked, the others are pale; coal leaves at the arrow spaces below."""
    columns = [
        draw_column(game, it, telling)
        for it in game.board.transport_track.columns
        if it.id in LAYOUT.track.columns
    ]
    shapes: list[AnyShape] = [*draw_frame("track"), *columns]
    if seen.arms:
        x, y = LAYOUT.track.arms
        title = telling.text("arms", territory=telling.name(seen.arms))
        shapes.append(Group((Sign(f"arms-{seen.arms}", x, y, 26),), title=title))
    for loose, (x, y) in zip(game.loose, LAYOUT.track.loose, strict=False):
        title = telling.text("loose", colour=telling.name(loose.colour), pips=loose.pips)
        drawn = draw_die(x, y, 26, loose.pips, colour="b" if loose.colour == "black" else "w")
        shapes.append(Group(drawn, piece="die", title=title, count=loose.pips))
    if len(game.loose) > len(LAYOUT.track.loose):
        x, y = LAYOUT.track.loose[-1]
        shapes += draw_badge(x, y - 24, 18, len(game.loose))
    return Group(tuple(shapes), part="track", title=telling.text("track"))


def draw_column(game: Ruhr, printed: Column, telling: Telling) -> Group:
    place, in_use = LAYOUT.track.columns[printed.id], game.column == printed.id
    x, y, width, height = place.box
    name = telling.name(printed.id)
    look = "serif strong" if in_use else "serif soft"
    shapes: list[AnyShape] = [Rect(x, y, width, height, "hit", 4)]
    for number, line in enumerate(heading(name, width)):
        shapes.append(
            squeeze_label(Label(x + width / 2, y + 16 + 16 * number, line, 15, look, "middle"), width - 4)
        )
    for colour, spots in place.spaces.items():
        lane = game.track.get(colour, []) if in_use else []
        shapes += draw_lane(colour, spots, lane, telling, in_use=in_use)
    dice = sum(map(len, game.track.values())) if in_use else 0
    title = telling.text("column", column=name, dice=dice)
    return Group(tuple(shapes), id=printed.id, title=title, kind="column", shade="" if in_use else "faded")


def draw_lane(
    colour: Colour, spots: tuple[Point, ...], lane: list[int], telling: Telling, *, in_use: bool
) -> Iterator[AnyShape]:
    """The dice of one colour from the arrow space upwards; the one on it is the next to leave."""
    for number, (x, y) in enumerate(spots):
        pips = lane[number] if number < len(lane) else 0
        yield from draw_cell((x, y), colour, pips, in_use=in_use, arrow=number == 0)
        if pips:
            drawn = draw_die(x, y, 27, pips, colour="b" if colour == "black" else "w")
            if number:
                yield Group(drawn, piece="die", kind=colour, count=pips)
            else:
                title = telling.text("next_die", colour=telling.name(colour), pips=pips)
                hit = Rect(x - 17, y - 17, 34, 34, "hit", 4)
                yield Group((hit, *drawn), f"arrow:{colour}", title, piece="die", kind=colour, count=pips)


def heading(name: str, width: float) -> list[str]:
    """Broken at a blank; one long word in half."""
    if width_of(name, 15 * SERIF) <= width:
        return [name]
    if " " in name:
        return break_lines(name, 15 * SERIF, width, 2)
    half = len(name) // 2
    return [name[:half] + "-", name[half:]]


def draw_cell(at: Point, colour: str, pips: int, *, in_use: bool, arrow: bool) -> Iterator[AnyShape]:
    x, y = at
    if not pips:
        yield Rect(x - 14, y - 14, 28, 28, "free" if in_use else "ghost", 3)
        yield Circle(x, y, 4.5, f"{colour}coal")
    if arrow:
        yield Path(f"M{x - 9} {y + 19}h18l-9 9z", "stop" if in_use else "ghost")


def draw_options(game: Ruhr, seen: RuhrView, telling: Telling) -> Group:
    shapes = [
        draw_option(game.option(it.option), it, telling) for it in seen.options if it.option in LAYOUT.options
    ]
    return Group((*draw_frame("options"), *shapes), part="options", title=telling.text("options"))


def draw_option(printed: SpecialOption, seen: OptionView, telling: Telling) -> Group:
    x, y, width, height = LAYOUT.options[printed.id]
    name = telling.name(printed.id)
    lines = wrap_in_two(name, 15 * SERIF, width - 38)
    top = y + height / 2 + 5 - 8 * (len(lines) - 1)
    beside = min(range(len(lines)), key=lambda number: (len(lines[number]), -number))  # the price
    shapes: list[AnyShape] = [
        Rect(x, y, width, height, "closed" if seen.closed else "free", 3),
        Rect(x, y, width, height, "hit", 3),
        *draw_option_signs(printed, x + 18, y + height / 2),
    ]
    for number, line in enumerate(lines):
        room = width - (64 if seen.price and number == beside else 38)
        shapes.append(squeeze_label(Label(x + 34, top + 16 * number, line, 15, "serif"), room))
    is_above = len(lines) > 1 and beside == 0
    if seen.price:
        shapes += draw_coin(x + width - 16, y + (14 if is_above else height - 14), 22, str(seen.price))
    for number, seat in enumerate(seen.seats):
        disc = draw_outline(seat, x + width - (38 if is_above else 13) - 19 * number, y + 3, 15, f"s{seat}")
        shapes.append(Group((disc,), piece="disc", seat=seat, title=telling.seat(seat)))
    code = "option_closed" if seen.closed else "option"
    return Group(
        tuple(shapes), id=printed.id, title=telling.text(code, option=name, price=seen.price), kind="option"
    )


def wrap_in_two(name: str, size: float, width: float) -> list[str]:
    first, *others = wrap(name, size, width)
    return [first, " ".join(others)] if others else [first]


def draw_option_signs(printed: SpecialOption, x: float, y: float) -> Iterator[AnyShape]:
    signs = [name for name in ("tow", "transport", "pilot") if getattr(printed, name)] or [printed.id]
    if len(signs) == 1:
        yield Sign(signs[0], x, y, 25, "ink")
        return
    for number, name in enumerate(signs):
        yield Sign(name, x, y - 11 + 22 * number, 19, "ink")


def draw_market(game: Ruhr, telling: Telling) -> Group:
    tiles = [
        draw_stock(game, tile.id, tile.effect, telling)
        for tile in game.board.white_tiles.list
        if tile.id in LAYOUT.market
    ]
    return Group(
        (*draw_frame("market"), *tiles, *draw_bag(game, telling)), part="market", title=telling.text("market")
    )


def draw_stock(game: Ruhr, tile: str, sign: str, telling: Telling) -> Group:
    x, y, width, height = LAYOUT.market[tile]
    count = game.stock.get(tile, 0)
    name = telling.name(tile)
    shapes = (
        Rect(x, y, width, height, "free" if count else "closed", 3),
        Label(x + 9, y + 19, str(count), 16, "strong" if count else "soft strong"),
        Sign(sign, x + 32, y + height / 2, 19, "ink" if count else "softink"),
        squeeze_label(Label(x + 46, y + 19, name, 15, "serif" if count else "serif soft"), width - 53),
    )
    return Group(
        shapes, id=tile, title=telling.text("in_stock", tile=name, count=count), kind="stock", count=count
    )


def draw_bag(game: Ruhr, telling: Telling) -> Iterator[Group]:
    x, y = LAYOUT.bag.at
    yield Group(
        (Sign("bag", x, y + 4, 40, "ink"), Label(x, y + 13, str(game.bag), 15, "strong", "middle")),
        id="bag",
        title=telling.text("bag", count=game.bag),
        count=game.bag,
    )
    if game.seen:
        name = game.seen[-1]
        marker = game.marker(name)
        mx, my = LAYOUT.demand_markers.get(name, LAYOUT.bag.last)
        sign = "wave" if marker.water else "city" if marker.cities else marker.industry or "industry"
        shapes: list[AnyShape] = [
            Circle(mx, my, 20, "warm"),
            Circle(mx, my, 20, "line"),
            Sign(sign, mx, my, 26, "groundtint"),
        ]
        if marker.water:
            rise = 5 if marker.water == "high" else -5
            shapes.append(Path(f"M{mx - 4} {my - 8 + max(rise, 0) - 2}l4 {-rise}l4 {rise}", "line"))
        yield Group(
            tuple(shapes),
            id=name,
            title=telling.text("drawn", marker=telling.name(name)),
            kind="drawn",
            piece="demand_marker",
        )


def draw_cartouche(game: Ruhr, seen: RuhrView, telling: Telling) -> Group:
    place = LAYOUT.cartouche
    title, _, years = telling.game().partition(" 1769")
    shapes: list[AnyShape] = [
        *draw_frame("cartouche"),
        Label(*place.title, title.upper(), 19, "title", "middle"),
        Label(*place.subtitle, f"1769{years}".replace("-", "–"), 15, "serif soft", "middle"),
    ]
    for number, ((x, y), phase) in enumerate(zip(place.phases, PHASES, strict=True), 1):
        running = game.phase == phase
        shapes.append(Circle(x, y, 11, "ground" if running else "free"))
        shapes.append(Label(x, y + 5, str(number), 15, "onground strong" if running else "soft", "middle"))
    if game.phase:
        shapes.append(Label(*place.phase, telling.name(game.phase), 15, "serif strong", "middle"))
    for seat, (x, y) in zip(seen.order, place.order, strict=False):
        shapes += [
            draw_outline(seat, x, y, 15, f"s{seat}"),
            *((Circle(x, y, 13, "bold"),) if telling.turn == seat else ()),
        ]
    return Group(tuple(shapes), part="cartouche", title=telling.text("cartouche"))
