"""Tiles, options and spaces, each alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.kernel.pictures.alone import picture_alone, plates_alone
from games.kernel.pictures.layout import Box, Point
from games.kernel.pictures.lettering import BOLD_SERIF, width_of
from games.kernel.pictures.shapes import Group, Label, Number, Picture
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
SIDES = 64  # and beside it
MARGIN = 8  # beside a name


def portraits(edition: str, telling: Telling) -> Mapping[str, Picture]:
    """As printed, before anything lies on it."""
    table = blank_table(2, edition, RuhrOptions())
    table.obstacles = list(table.river.obstacles)
    things = (
        dict(space_portraits(table, telling))
        | dict(option_portraits(table, telling))
        | dict(tile_portraits(table, telling))
    )
    pictures = {name: picture_alone(thing, box, telling) for name, (thing, box) in things.items()}
    return dict(plates_alone(LAYOUT.unplaced(table.board), telling)) | pictures


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
        points = [place.stand or place.at, place.label, place.sign, *place.slots]
        yield space.id, (drawn, around([point for point in points if point], drawn))


def around(points: list[Point], drawn: Group) -> Box:
    """With room for the name, however long and whichever way it runs."""
    ends = [end for label in drawn.shapes if isinstance(label, Label) for end in ends_of(label)]
    left = round(min([*ends, min(x for x, _ in points) - SIDES]))
    right = round(max([*ends, max(x for x, _ in points) + SIDES]))
    top, low = min(y for _, y in points) - ROUND * 1.6, max(y for _, y in points) + ROUND * 1.6
    return left, round(top), right - left, round(low - top)


def ends_of(label: Label) -> tuple[Number, Number]:
    """Where its line begins and ends, with a margin."""
    width = width_of(label.text, label.size) * BOLD_SERIF
    begin = label.x - width * {"start": 0, "middle": 0.5, "end": 1}[label.anchor]
    return begin - MARGIN, begin + width + MARGIN
