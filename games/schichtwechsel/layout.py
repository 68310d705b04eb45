"""Where everything of the table lies in its picture, decoded from layout.yaml."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, Literal

from games.kernel.pictures.layout import Box, Layout, Length, Place, Point, Printed, Stroke, Unit, load_layout
from games.kernel.quantities import doc
from games.schichtwechsel.board import Board


class Shaft(Printed, frozen=True):
    """Where the shaft lies."""

    box: Annotated[Box, doc("The shaft.")]
    cages: Annotated[tuple[Unit, Unit], doc("How far down and up the cages hang.")]


class TargetPlace(Printed, frozen=True):
    """Where the target of a route lies."""

    first: Annotated[Point, doc("For whoever reaches it first.")]
    later: Annotated[Point, doc("For all who come later.")]


class RoutePlace(Printed, frozen=True):
    """Where a route lies."""

    vehicle: Annotated[Point, doc("Its vehicle.")]
    name: Annotated[Point, doc("Where its name is written.")]
    line: Annotated[Stroke, doc("Its line.")]
    spaces: Annotated[tuple[Point, ...], doc("Its spaces.")]
    target: Annotated[TargetPlace, doc("Its target.")]
    tiers: Annotated[dict[int, Point], doc("Where the points of a space are marked, by space.")]
    barriers: Annotated[dict[int, Point], doc("Where barriers stand, by space.")]


class ShiftPlace(Printed, frozen=True):
    """Where a space of the shift lies."""

    at: Annotated[Point, doc("The space.")]
    label: Annotated[Point, doc("Where it is named.")]
    anchor: Annotated[Literal["start", "middle", "end"], doc("Which end of the name stands there.")]
    links: Annotated[tuple[str, ...], doc("The next space of the walk.")] = ()


class Walk(Printed, frozen=True):
    """Where the walk of the shift lies."""

    line: Annotated[Stroke, doc("Its line.")]
    spaces: Annotated[dict[str, ShiftPlace], doc("Its spaces, by their ids.")]


class HeadframeArea(Printed, frozen=True):
    """Where the headframes of the players stand."""

    box: Annotated[Box, doc("The area.")]
    anchors: Annotated[tuple[Point, ...], doc("Where the headframes of each seat stand.")]


class Tower(Printed, frozen=True):
    """How the headframe is drawn."""

    apex: Annotated[Point, doc("Its top.")]
    feet: Annotated[tuple[Point, Point], doc("Its two feet.")]
    wheels: Annotated[tuple[Point, Point], doc("Its two wheels.")]


class Headframes(Printed, frozen=True):
    """Where headframes and their bonuses lie."""

    big: Annotated[dict[str, Box], doc("The big bonuses, by their ids.")]
    small: Annotated[dict[str, Box], doc("The small bonuses, by their ids.")]
    area: Annotated[HeadframeArea, doc("Where the headframes of the players stand.")]
    tower: Annotated[Tower, doc("How the headframe is drawn.")]


class Plant(Printed, frozen=True):
    """Where the coking plant lies."""

    door: Annotated[Point, doc("Its door.")]
    label: Annotated[Point, doc("Where it is named.")]
    grey: Annotated[dict[str, Point], doc("The grey spaces, by their ids.")]
    own: Annotated[tuple[Point, ...], doc("The spaces of the seats.")]


class SitePlace(Printed, frozen=True):
    """Where a building site lies."""

    box: Annotated[Box, doc("The site.")]
    sign: Annotated[Point, doc("Its sign.")]
    anchors: Annotated[tuple[Point, ...], doc("Where houses stand.")]


class BagPlace(Printed, frozen=True):
    """Where the bag of cubes lies."""

    box: Annotated[Box, doc("The bag.")]
    sign: Annotated[Point, doc("Its sign.")]
    cubes: Annotated[dict[str, Point], doc("Where the cubes in it are counted, by colour.")]
    hand: Annotated[tuple[Point, ...], doc("Where drawn cubes lie.")]
    hand_box: Annotated[Box, doc("The area of the drawn cubes.")]


class SupplyPlace(Printed, frozen=True):
    """Where the supply of cubes lies."""

    box: Annotated[Box, doc("The supply.")]
    cubes: Annotated[dict[str, Point], doc("Where its cubes are counted, by colour.")]


class Clock(Printed, frozen=True):
    """Where the clock of the rounds lies."""

    at: Annotated[Point, doc("Its middle.")]
    radius: Annotated[Length, doc("Its radius.")]
    rounds: Annotated[dict[int, Point], doc("Where each round stands.")]


class Notice(Printed, frozen=True):
    """Where the state of the match is written."""

    box: Annotated[Box, doc("The area.")]
    order: Annotated[tuple[Point, ...], doc("The order of the seats.")]
    question: Annotated[Point, doc("The open question.")]


class Plate(Printed, frozen=True):
    """Where the facts of a seat are written."""

    sign: Annotated[Point, doc("The sign of the seat.")]
    name: Annotated[Point, doc("The name of the player.")]
    marker: Annotated[Point, doc("The first player's marker.")]
    passed: Annotated[Point, doc("Whether the player has passed.")]
    place: Annotated[Point, doc("The place.")]
    round_points: Annotated[Point, doc("The points of the round.")]
    points_sign: Annotated[Point, doc("The sign of the points.")]
    points: Annotated[Point, doc("The points.")]


class Purse(Printed, frozen=True):
    """Where the goods of a seat are counted."""

    coins: Annotated[Point, doc("The coins.")]
    white: Annotated[Point, doc("The white tokens.")]
    token: Annotated[Point, doc("The action tokens.")]
    tools: Annotated[Point, doc("The tools.")]
    stock: Annotated[Point, doc("The coke cubes in stock.")]
    tokens_next: Annotated[Point, doc("The tokens that come next round.")]


class CubePlaces(Printed, frozen=True):
    """Where cubes lie, and the token that shows while they do not."""

    box: Annotated[Box, doc("The area.")]
    cubes: Annotated[tuple[Point, ...], doc("Where the cubes lie.")]
    token: Annotated[Point | None, doc("Where the token lies.")] = None
    count: Annotated[Point | None, doc("Where the cubes are counted.")] = None


class Water(Printed, frozen=True):
    """Where the water of a pit lies."""

    box: Annotated[Box, doc("The water.")]
    levels: Annotated[dict[int, Unit], doc("The height of its surface, by level.")]
    gauge: Annotated[Unit, doc("Where the gauge stands.")]
    numeral: Annotated[Unit, doc("Where the level is written.")]
    token: Annotated[Point, doc("Where its token lies.")]


class Sale(Printed, frozen=True):
    """Where coke is sold."""

    box: Annotated[Box, doc("The area.")]
    at: Annotated[tuple[Box, ...], doc("Its spaces.")]


class Personal(Printed, frozen=True):
    """Where the personal card lies."""

    box: Annotated[Box, doc("The card.")]
    rails: Annotated[tuple[Point, ...], doc("Where its headframes stand.")]


class SeatPlace(Printed, frozen=True):
    """Where the things of a seat lie, in units of their own, moved to the seat's box."""

    plate: Annotated[Plate, doc("The facts of the seat.")]
    purse: Annotated[Purse, doc("The goods of the seat.")]
    ground_line: Annotated[Unit, doc("The height of the ground.")]
    tip: Annotated[CubePlaces, doc("The spoil tip.")]
    coal_rail: Annotated[Stroke, doc("The rail of the coal wagons.")]
    coal_wagons: Annotated[dict[str, CubePlaces], doc("The coal wagons, by their ids.")]
    coke_rails: Annotated[tuple[Stroke, ...], doc("The rails of the coke wagons.")]
    coke_upper: Annotated[tuple[Box, ...], doc("The upper halves of the coke wagons.")]
    coke_lower: Annotated[tuple[Box, ...], doc("The lower halves of the coke wagons.")]
    sale_sign: Annotated[Point, doc("The sign of what selling them brings.")]
    bar: Annotated[dict[str, Box], doc("The spaces of the bar, by their ids.")]
    floor: Annotated[Stroke, doc("The floor of the pit.")]
    wagons: Annotated[dict[str, CubePlaces], doc("The wagons of the pit, by their ids.")]
    water: Annotated[Water, doc("The water of the pit.")]
    sale: Annotated[Sale, doc("Where coke is sold.")]
    tile: Annotated[Box, doc("Where the tile lies.")]
    personal: Annotated[Personal, doc("The personal card.")]


class SchichtwechselLayout(Layout, frozen=True, kw_only=True, tag_field="game", tag="schichtwechsel"):
    """Where printed things lie on the board of Schichtwechsel."""

    rock: Annotated[
        dict[int, tuple[Box, ...]], doc("The rock where nobody has a pit, by the number of seats.")
    ]
    spread: Annotated[
        dict[int, tuple[Point, ...]],
        doc("How far pieces on one space lie from its middle, by the number of pieces."),
    ]
    ground_line: Annotated[Stroke, doc("The line of the ground.")]
    shaft: Annotated[Shaft, doc("The shaft.")]
    routes: Annotated[dict[str, RoutePlace], doc("The routes, by their ids.")]
    shift: Annotated[Walk, doc("The walk of the shift.")]
    headframes: Annotated[Headframes, doc("The headframes and their bonuses.")]
    plant: Annotated[Plant, doc("The coking plant.")]
    sites: Annotated[dict[str, SitePlace], doc("The building sites, by their ids.")]
    bag: Annotated[BagPlace, doc("The bag of cubes.")]
    supply: Annotated[SupplyPlace, doc("The supply of cubes.")]
    clock: Annotated[Clock, doc("The clock of the rounds.")]
    round_cards: Annotated[dict[int, Box], doc("The round cards, by number.")]
    families: Annotated[dict[str, Point], doc("Where the families of cards are named.")]
    cards: Annotated[dict[str, Box], doc("The action cards, by their ids.")]
    trades: Annotated[dict[int, Box], doc("The trades of spoil, by how much spoil they take.")]
    marker_supply: Annotated[Box, doc("The supply of markers.")]
    tiles: Annotated[dict[str, Box], doc("The tiles, by their ids.")]
    notice: Annotated[Notice, doc("Where the state of the match is written.")]
    seat: Annotated[SeatPlace, doc("What lies where in the area of a seat.")]

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
