"""Where everything of the table lies in its picture, decoded from layout.yaml."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from games.kernel.pictures.layout import Box, Layout, Length, Place, Point, Printed, Stroke, Unit, load_layout
from games.schichtwechsel.board import Board


class Shaft(Printed, frozen=True):
    box: Box
    cages: tuple[Unit, Unit]  # down, up


class TargetPlace(Printed, frozen=True):
    first: Point
    later: Point


class RoutePlace(Printed, frozen=True):
    vehicle: Point
    name: Point
    line: Stroke
    spaces: tuple[Point, ...]
    target: TargetPlace
    tiers: dict[int, Point]
    barriers: dict[int, Point]


class ShiftPlace(Printed, frozen=True):
    at: Point
    label: Point
    anchor: Literal["start", "middle", "end"]
    links: tuple[str, ...] = ()  # the next space of the walk


class Walk(Printed, frozen=True):
    line: Stroke
    spaces: dict[str, ShiftPlace]


class HeadframeArea(Printed, frozen=True):
    box: Box
    anchors: tuple[Point, ...]  # one column a seat


class Tower(Printed, frozen=True):
    apex: Point
    feet: tuple[Point, Point]
    wheels: tuple[Point, Point]


class Headframes(Printed, frozen=True):
    big: dict[str, Box]
    small: dict[str, Box]
    area: HeadframeArea
    tower: Tower


class Plant(Printed, frozen=True):
    door: Point
    label: Point
    grey: dict[str, Point]
    own: tuple[Point, ...]  # by seat


class SitePlace(Printed, frozen=True):
    box: Box
    sign: Point
    anchors: tuple[Point, ...]


class BagPlace(Printed, frozen=True):
    box: Box
    sign: Point
    cubes: dict[str, Point]
    hand: tuple[Point, ...]
    hand_box: Box


class SupplyPlace(Printed, frozen=True):
    box: Box
    cubes: dict[str, Point]


class Clock(Printed, frozen=True):
    at: Point
    radius: Length
    rounds: dict[int, Point]


class Notice(Printed, frozen=True):
    box: Box
    order: tuple[Point, ...]
    question: Point


class Plate(Printed, frozen=True):
    sign: Point
    name: Point
    marker: Point
    passed: Point
    place: Point
    round_points: Point
    points_sign: Point
    points: Point


class Purse(Printed, frozen=True):
    coins: Point
    white: Point
    token: Point
    tools: Point
    stock: Point
    tokens_next: Point


class CubePlaces(Printed, frozen=True):
    """Where cubes lie, and the token that shows while they do not."""

    box: Box
    cubes: tuple[Point, ...]
    token: Point | None = None
    count: Point | None = None


class Water(Printed, frozen=True):
    box: Box
    levels: dict[int, Unit]  # the surface at each level
    gauge: Unit
    numeral: Unit
    token: Point


class Sale(Printed, frozen=True):
    box: Box
    at: tuple[Box, ...]


class Personal(Printed, frozen=True):
    box: Box
    rails: tuple[Point, ...]


class SeatPlace(Printed, frozen=True):
    """In its own units, moved to the seat's box."""

    plate: Plate
    purse: Purse
    ground_line: Unit
    tip: CubePlaces
    coal_rail: Stroke
    coal_wagons: dict[str, CubePlaces]
    coke_rails: tuple[Stroke, ...]
    coke_upper: tuple[Box, ...]
    coke_lower: tuple[Box, ...]
    sale_sign: Point
    bar: dict[str, Box]
    floor: Stroke
    wagons: dict[str, CubePlaces]
    water: Water
    sale: Sale
    tile: Box
    personal: Personal


class SchichtwechselLayout(Layout, frozen=True, kw_only=True, tag_field="game", tag="schichtwechsel"):
    rock: dict[int, tuple[Box, ...]]
    spread: dict[int, tuple[Point, ...]]
    ground_line: Stroke
    shaft: Shaft
    routes: dict[str, RoutePlace]
    shift: Walk
    headframes: Headframes
    plant: Plant
    sites: dict[str, SitePlace]
    bag: BagPlace
    supply: SupplyPlace
    clock: Clock
    round_cards: dict[int, Box]
    families: dict[str, Point]
    cards: dict[str, Box]
    trades: dict[int, Box]
    marker_supply: Box
    tiles: dict[str, Box]
    notice: Notice
    seat: SeatPlace

    def places(self) -> dict[str, Place]:
        """Every id that has a place; within `seat` in the units of a seat."""
        boxes: dict[str, dict[str, Box]] = {
            "tower": self.headframes.big | self.headframes.small,
            "cards": self.cards | {f"trade:{spoil}": box for spoil, box in self.trades.items()},
            "tiles": self.tiles,
            "yard": {f"round_card:{number}": box for number, box in self.round_cards.items()},
            "pit": {site: it.box for site, it in self.sites.items()},
            "seat": self.seat.bar
            | {wagon: it.box for wagon, it in (self.seat.wagons | self.seat.coal_wagons).items()}
            | {"personal": self.seat.personal.box},
        }
        found = {
            thing: Place(part, (box[0], box[1]))
            for part, inside in boxes.items()
            for thing, box in inside.items()
        }
        found |= {route: Place("routes", it.spaces[0]) for route, it in self.routes.items()}
        found |= {space: Place("pit", it.at, it.links) for space, it in self.shift.spaces.items()}
        return found | {space: Place("plant", at) for space, at in self.plant.grey.items()}

    def card(self, board: Board, card: str) -> Box:
        return self.cards.get(card) or self.spare_box(board, card, (88, 80))

    def tile(self, board: Board, tile: str) -> Box:
        return self.tiles.get(tile) or self.spare_box(board, tile, (135, 87))

    def spare_box(self, board: Board, thing: str, size: Point) -> Box:
        x, y = self.spare.spot(self.unplaced(board).index(thing))
        return x, y, size[0], size[1]

    def unplaced(self, board: Board) -> list[str]:
        """In the order of the board."""
        known = self.places()
        return [thing for thing in dict.fromkeys(ids(board)) if thing not in known]

    def sheet(self, board: Board) -> Box:
        """The viewBox; it is higher where something has no place of its own."""
        x, y, width, height = self.view_box
        return x, y, width, height + self.spare.rows(len(self.unplaced(board)))


def ids(board: Board) -> Iterator[str]:
    """Everything printed that has a name or a number."""
    yield from (card.id for card in board.action_cards.list)
    yield board.personal_card.card.id
    yield from (tile.id for tile in board.tiles.list)
    yield from (wagon.id for wagon in board.pit.wagons)
    yield from (wagon.id for wagon in board.pit.coal_wagons)
    yield from (space.id for space in board.bar.spaces)
    yield from (space.id for space in board.coking_plant.grey_spaces)
    yield from (route.id for route in board.routes.list)
    yield from (space.id for space in board.shift.spaces)
    yield from (space.id for space in (*board.headframe_bonuses.big, *board.headframe_bonuses.small))
    yield from (site.id for site in board.sites.list)
    yield from (f"trade:{trade.spoil}" for trade in board.spoil_trades.list)
    yield from (f"round_card:{card.number}" for card in board.round_cards.list)


LAYOUT: Final = load_layout(Path(__file__).with_name("layout.yaml"), SchichtwechselLayout)
