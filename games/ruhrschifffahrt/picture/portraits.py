"""Tiles, options and spaces, each alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.kernel.pictures.layout import Box, Point
from games.kernel.pictures.shapes import Group, Picture, Rect
from games.kernel.pictures.telling import Telling
from games.ruhrschifffahrt.board import REGISTERS
from games.ruhrschifffahrt.layout import LAYOUT
from games.ruhrschifffahrt.picture.river import draw_city, draw_depot, draw_industry, draw_obstacle
from games.ruhrschifffahrt.picture.seats import draw_tile
from games.ruhrschifffahrt.picture.tables import draw_option
from games.ruhrschifffahrt.setup import blank_table
from games.ruhrschifffahrt.state import Ruhr, RuhrOptions
from games.ruhrschifffahrt.view import OptionView, TileView

ROUND = 24  # units of the river around a space


def portraits(edition: str, telling: Telling) -> Mapping[str, Picture]:
    """As printed, before anything lies on it."""
    table = blank_table(2, edition, RuhrOptions())
    table.obstacles = list(table.river.obstacles)
    things = (
        dict(space_portraits(table, telling))
        | dict(option_portraits(table, telling))
        | dict(tile_portraits(table, telling))
    )
    return {name: alone(thing, box, telling) for name, (thing, box) in things.items()}


Portrait = tuple[str, tuple[Group, Box]]


def tile_portraits(table: Ruhr, telling: Telling) -> Iterator[Portrait]:
    for printed in REGISTERS[table.edition].tiles.values():
        if printed.id in LAYOUT.seat.tiles:
            x, y, width, height = LAYOUT.seat.tiles[printed.id]
            seen = TileView(printed.id, "in_supply" if printed.white else "above", {})
            drawn = draw_tile(printed, seen, table.players[0], telling)
            yield printed.id, (drawn, (x - 6, y - 6, width + 12, height + 12))


def option_portraits(table: Ruhr, telling: Telling) -> Iterator[Portrait]:
    for printed in table.board.special_options.list:
        if printed.id in LAYOUT.options:
            x, y, width, height = LAYOUT.options[printed.id]
            seen = OptionView(printed.id, printed.prices[0], closed=False, seats=[])
            yield printed.id, (draw_option(printed, seen, telling), (x - 8, y - 8, width + 16, height + 16))


def space_portraits(table: Ruhr, telling: Telling) -> Iterator[Portrait]:
    for space in table.river.spaces.values():
        place = LAYOUT.space(table.board, space.id)
        if space.type == "depot":
            drawn = draw_depot(table, space, place, telling)
        elif space.type == "city":
            drawn = draw_city(table, space, place, telling, reached=False)
        elif space.type == "industry":
            drawn = draw_industry(table, space, place, telling, reached=False)
        elif space.type == "obstacle":
            drawn = draw_obstacle(table, space, place, telling)
        else:
            continue
        yield space.id, (drawn, around([place.stand or place.at, place.label, place.sign, *place.slots]))


def around(points: list[Point | None]) -> Box:
    """With room for the name, whichever way it runs."""
    known = [point for point in points if point]
    left, top = min(x for x, _ in known) - 64, min(y for _, y in known) - ROUND * 1.6
    right, low = max(x for x, _ in known) + 64, max(y for _, y in known) + ROUND * 1.6
    return left, round(top), right - left, round(low - top)


def alone(thing: Group, box: Box, telling: Telling) -> Picture:
    return Picture(
        title=thing.title,
        about=telling.text("alone", thing=thing.title),
        lang=telling.lang,
        box=box,
        shapes=(Rect(*box, "paper"), thing),
    )
