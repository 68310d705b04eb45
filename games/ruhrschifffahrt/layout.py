"""Where everything of the table lies in its picture, decoded from layout.yaml."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from games.kernel.pictures.layout import Box, Layout, Length, Place, Point, Printed, Stroke, Unit, load_layout
from games.kernel.quantities import doc
from games.ruhrschifffahrt.board import Board
from games.ruhrschifffahrt.quantities import Colour

Degrees = Annotated[int, msgspec.Meta(ge=0, le=359)]


class Rhine(Printed, frozen=True):
    """The Rhine, into which the river flows."""

    width: Annotated[Length, doc("How wide it is drawn.")]
    course: Annotated[Stroke, doc("Its course.")]
    label: Annotated[Point, doc("Where its name is written.")]


class Water(Printed, frozen=True):
    """The course of the river, from the source."""

    width: Annotated[Length, doc("How wide the river is drawn.")]
    course: Annotated[Stroke, doc("Its course, from the source.")]
    rhine: Annotated[Rhine, doc("The Rhine at its end.")]
    towpath: Annotated[Length, doc("How far the towpath lies from the middle of the river.")]


class Realm(Printed, frozen=True):
    """Where a territory lies."""

    arms: Annotated[Point, doc("Its coat of arms.")]
    label: Annotated[Point, doc("Where its name is written.")]
    width: Annotated[Length, doc("How wide the name may be.")]
    outline: Annotated[Stroke, doc("Its border.")]


class Ornament(Printed, frozen=True):
    """Means nothing to the game."""

    hills: Annotated[
        tuple[tuple[Unit, Unit, Length, Length], ...], doc("Hills: x, y, width and height of each.")
    ]
    rose: Annotated[tuple[Unit, Unit, Length], doc("The compass rose: x, y and radius.")]
    harbour: Annotated[Stroke, doc("The outline of the harbour.")]
    streams: Annotated[tuple[Stroke, ...], doc("Small streams.")]


class SpacePlace(Printed, frozen=True):
    """A space of the river. Of the later fields it has those of its type."""

    at: Annotated[Point, doc("Its place on the water.")]
    flow: Annotated[Degrees, doc("Where the water runs there, in degrees clockwise from the right.")] = 0
    along: Annotated[Length, doc("How far it lies from the source, along the river.")] = 0
    stand: Annotated[Point | None, doc("Its place on the bank: of a depot, works or a town.")] = None
    label: Annotated[Point | None, doc("Where its name is written.")] = None
    anchor: Annotated[Literal["start", "middle", "end"], doc("Which end of the name stands there.")] = (
        "middle"
    )
    slots: Annotated[tuple[Point, ...], doc("Where warehouses stand.")] = ()
    sign: Annotated[Point | None, doc("Where its sign stands.")] = None
    demand: Annotated[tuple[Point, ...], doc("Where the Thaler of its demand lie.")] = ()
    berths: Annotated[tuple[Point, ...], doc("Where ships lie, in order of arrival.")] = ()
    links: Annotated[tuple[str, ...], doc("The next space, and where a depot's arrow leads.")] = ()


class StorePlace(Printed, frozen=True):
    """Where a coal store lies."""

    at: Annotated[Point, doc("The store.")]
    mine: Annotated[Point, doc("The mine it belongs to.")]
    slots: Annotated[tuple[Point, ...], doc("Where its coal lies.")]
    label: Annotated[Point, doc("Where its name is written.")]


class PortColumnPlace(Printed, frozen=True):
    """Where a column of the port lies."""

    box: Annotated[Box, doc("The column.")]
    slots: Annotated[tuple[Point, ...], doc("Where coal lies in it.")]


class PortPlace(Printed, frozen=True):
    """Where the port lies."""

    label: Annotated[Point, doc("Where its name is written.")]
    columns: Annotated[dict[str, PortColumnPlace], doc("Its columns, by their ids.")]
    scale: Annotated[tuple[Point, ...], doc("The spaces of the scale.")]
    scale_label: Annotated[Point, doc("Where the scale is named.")]
    country: Annotated[Point, doc("Where the country of the port is named.")]


class ColumnPlace(Printed, frozen=True):
    """Where a column of the transport track lies."""

    box: Annotated[Box, doc("The column.")]
    spaces: Annotated[dict[Colour, tuple[Point, ...]], doc("Its spaces, by colour.")]


class TrackPlace(Printed, frozen=True):
    """Where the transport track lies."""

    arms: Annotated[Point, doc("The coat of arms beside it.")]
    loose: Annotated[tuple[Point, ...], doc("Where dice lie that came off it.")]
    columns: Annotated[dict[str, ColumnPlace], doc("Its columns, by their ids.")]


class Bag(Printed, frozen=True):
    """Where the bag of demand markers lies."""

    at: Annotated[Point, doc("The bag.")]
    last: Annotated[Point, doc("The demand marker drawn last.")]


class Cartouche(Printed, frozen=True):
    """Where the state of the match is written."""

    title: Annotated[Point, doc("The title.")]
    subtitle: Annotated[Point, doc("The line below the title.")]
    phases: Annotated[tuple[Point, ...], doc("Where the phases of a round are named.")]
    phase: Annotated[Point, doc("The phase of now.")]
    order: Annotated[tuple[Point, ...], doc("The order of the seats.")]


class Area(Printed, frozen=True):
    """Where an area of a seat lies."""

    box: Annotated[Box, doc("The area.")]
    stones: Annotated[tuple[Point, ...], doc("Where its stones lie.")]


class SeatPlace(Printed, frozen=True):
    """Where the things of a seat lie, in units of their own, moved to the seat's box."""

    sign: Annotated[Point, doc("The sign of the seat.")]
    name: Annotated[Point, doc("The name of the player.")]
    ship: Annotated[Point, doc("Where the ship is, in words.")]
    points: Annotated[Point, doc("The points.")]
    final: Annotated[Point, doc("The points if the game ended now.")]
    past_track: Annotated[Point, doc("The mark of having gone past the end of the scoring track.")]
    thalers: Annotated[Point, doc("The Thaler.")]
    supply: Annotated[Point, doc("The supply of warehouses.")]
    debts: Annotated[tuple[Point, ...], doc("Where warehouses lie that stand for debts.")]
    stones: Annotated[Point, doc("The stones that are left in the supply.")]
    bonus: Annotated[
        tuple[Point, ...], doc("The warehouses that wait with the first lock and with the County of Mark.")
    ]
    kinds: Annotated[dict[str, Point], doc("The sign of each kind of area.")]
    areas: Annotated[dict[str, Area], doc("The areas of the seat, by their ids.")]
    tiles: Annotated[dict[str, Box], doc("Where tiles lie, by their ids.")]


class RuhrLayout(Layout, frozen=True, kw_only=True, tag_field="game", tag="ruhrschifffahrt"):
    """Where printed things lie on the board of Ruhrschifffahrt."""

    vignettes: Annotated[
        dict[int, tuple[Box, ...]],
        doc("The small pictures in place of missing seats, by the number of seats."),
    ]
    river: Annotated[Water, doc("The river.")]
    territories: Annotated[dict[str, Realm], doc("The territories along it, by their ids.")]
    ornament: Annotated[Ornament, doc("What means nothing to the game.")]
    spaces: Annotated[dict[str, SpacePlace], doc("The spaces of the river, by their ids.")]
    coal_stores: Annotated[dict[str, StorePlace], doc("The coal stores, by their ids.")]
    port: Annotated[PortPlace, doc("The port.")]
    timeline: Annotated[dict[int, Box], doc("The fields of the timeline, by number.")]
    track: Annotated[TrackPlace, doc("The transport track.")]
    options: Annotated[dict[str, Box], doc("The special options, by their ids.")]
    market: Annotated[dict[str, Box], doc("The market of tiles, by their ids.")]
    bag: Annotated[Bag, doc("The bag of demand markers.")]
    demand_markers: Annotated[dict[str, Point], doc("Where demand markers lie, by their ids.")]
    score: Annotated[tuple[Box, ...], doc("The spaces of the scoring track.")]
    cartouche: Annotated[Cartouche, doc("Where the state of the match is written.")]
    seat: Annotated[SeatPlace, doc("What lies where in the area of a seat.")]

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
