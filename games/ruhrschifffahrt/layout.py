"""Where everything of the table lies in its picture, decoded from layout.yaml."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from games.kernel.pictures.layout import Box, Layout, Length, Place, Point, Printed, Stroke, Unit, load_layout
from games.ruhrschifffahrt.board import Board
from games.ruhrschifffahrt.quantities import Colour

Degrees = Annotated[int, msgspec.Meta(ge=0, le=359)]


class Rhine(Printed, frozen=True):
    width: Length
    course: Stroke
    label: Point


class Water(Printed, frozen=True):
    """The course of the river, from the source."""

    width: Length
    course: Stroke
    rhine: Rhine
    towpath: Length  # how far from the middle of the river


class Realm(Printed, frozen=True):
    arms: Point
    label: Point
    width: Length  # of the name
    outline: Stroke


class Ornament(Printed, frozen=True):
    """Means nothing to the game."""

    hills: tuple[tuple[Unit, Unit, Length, Length], ...]
    rose: tuple[Unit, Unit, Length]
    harbour: Stroke
    streams: tuple[Stroke, ...]


class SpacePlace(Printed, frozen=True):
    """A space of the river. Of the later fields it has those of its type."""

    at: Point  # on the water
    flow: Degrees = 0  # where the water runs there, clockwise from the right
    along: Length = 0  # from the source
    stand: Point | None = None  # on the bank: depot, works or town
    label: Point | None = None
    anchor: Literal["start", "middle", "end"] = "middle"
    slots: tuple[Point, ...] = ()  # of warehouses
    sign: Point | None = None
    demand: tuple[Point, ...] = ()  # of Thaler
    berths: tuple[Point, ...] = ()  # of ships in order of arrival
    links: tuple[str, ...] = ()  # the next space, and where a depot's arrow leads


class StorePlace(Printed, frozen=True):
    at: Point
    mine: Point
    slots: tuple[Point, ...]
    label: Point


class PortColumnPlace(Printed, frozen=True):
    box: Box
    slots: tuple[Point, ...]


class PortPlace(Printed, frozen=True):
    label: Point
    columns: dict[str, PortColumnPlace]
    scale: tuple[Point, ...]
    scale_label: Point
    country: Point


class ColumnPlace(Printed, frozen=True):
    box: Box
    spaces: dict[Colour, tuple[Point, ...]]


class TrackPlace(Printed, frozen=True):
    arms: Point
    loose: tuple[Point, ...]
    columns: dict[str, ColumnPlace]


class Bag(Printed, frozen=True):
    at: Point
    last: Point  # the demand marker drawn last


class Cartouche(Printed, frozen=True):
    title: Point
    subtitle: Point
    phases: tuple[Point, ...]
    phase: Point
    order: tuple[Point, ...]


class Area(Printed, frozen=True):
    box: Box
    stones: tuple[Point, ...]


class SeatPlace(Printed, frozen=True):
    """In its own units, moved to the seat's box."""

    sign: Point
    name: Point
    ship: Point
    points: Point
    final: Point
    past_track: Point
    thalers: Point
    supply: Point
    debts: tuple[Point, ...]
    stones: Point
    bonus: tuple[Point, ...]
    kinds: dict[str, Point]
    areas: dict[str, Area]
    tiles: dict[str, Box]


class RuhrLayout(Layout, frozen=True, kw_only=True, tag_field="game", tag="ruhrschifffahrt"):
    vignettes: dict[int, tuple[Box, ...]]
    river: Water
    territories: dict[str, Realm]
    ornament: Ornament
    spaces: dict[str, SpacePlace]
    coal_stores: dict[str, StorePlace]
    port: PortPlace
    timeline: dict[int, Box]
    track: TrackPlace
    options: dict[str, Box]
    market: dict[str, Box]
    bag: Bag
    demand_markers: dict[str, Point]
    score: tuple[Box, ...]
    cartouche: Cartouche
    seat: SeatPlace

    def places(self) -> dict[str, Place]:
        """Every id that has a place; where two things share one, the first of them."""
        found = {space: Place("board", it.stand or it.at, it.links) for space, it in self.spaces.items()}
        for store, it in self.coal_stores.items():
            found[store] = Place("board", it.at)
        for territory, realm in self.territories.items():
            found.setdefault(territory, Place("board", realm.label))
        groups: dict[str, dict[str, Box]] = {
            "board": {column: it.box for column, it in self.port.columns.items()},
            "track": {column: it.box for column, it in self.track.columns.items()},
            "options": self.options,
            "market": self.market,
            "seat": self.seat.tiles | {area: it.box for area, it in self.seat.areas.items()},
        }
        for part, boxes in groups.items():
            for thing, box in boxes.items():
                found.setdefault(thing, Place(part, (box[0], box[1])))
        return found | {marker: Place("market", at) for marker, at in self.demand_markers.items()}

    def space(self, board: Board, space: str) -> SpacePlace:
        """A space that the layout does not know lies among the spare things."""
        return self.spaces.get(space) or self.spare_space(board, space)

    def spare_space(self, board: Board, space: str) -> SpacePlace:
        x, y = self.spare.spot(self.unplaced(board).index(space))
        return SpacePlace(
            at=(x, y),
            stand=(x, y),
            label=(x, y + 36),
            slots=((x - 28, y), (x, y), (x + 28, y)),
            sign=(x - 54, y),
            demand=((x + 30, y - 18), (x + 30, y + 18)),
            berths=((x, y - 30),) * 4,
        )

    def store(self, board: Board, store: str) -> StorePlace:
        known = self.coal_stores.get(store)
        if known:
            return known
        x, y = self.spare.spot(self.unplaced(board).index(store))
        return StorePlace(at=(x, y), mine=(x - 42, y), slots=((x - 12, y), (x + 18, y)), label=(x, y + 34))

    def unplaced(self, board: Board) -> list[str]:
        """In the order of the board."""
        known = self.places()
        return [thing for thing in dict.fromkeys(ids(board)) if thing not in known]

    def sheet(self, board: Board) -> Box:
        """The viewBox; it is higher where something has no place of its own."""
        x, y, width, height = self.view_box
        return x, y, width, height + self.spare.rows(len(self.unplaced(board)))


def ids(board: Board) -> Iterator[str]:
    """Everything printed that has a name."""
    yield from (territory.id for territory in board.territories.list)
    yield from (space.id for space in board.river.spaces)
    yield from (store.id for store in board.coal_stores.list)
    yield from (column.id for column in board.transport_track.columns)
    yield from (option.id for option in board.special_options.list)
    yield from (column.id for column in board.port.columns)
    yield from (marker.id for marker in board.demand_markers.list)
    yield from board.areas.sizes
    yield from (tile.id for tile in (*board.personal_tiles.list, *board.white_tiles.list))


LAYOUT: Final = load_layout(Path(__file__).with_name("layout.yaml"), RuhrLayout)
