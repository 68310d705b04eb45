"""The river from its source to the port: which space lies where."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from games.kernel.quantities import LONGEST_ID, doc
from games.ruhrschifffahrt.quantities import LONGEST_NAME, Colour, Reward

SpaceType = Literal["depot", "city", "industry", "obstacle", "port"]
SALES_TYPES = ("city", "industry", "port")


Id = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID, description="Its id.")]
OptionalId = Annotated[str, Meta(max_length=LONGEST_ID, description="An id; empty for none.")]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, description="Its printed name.")]


class Territory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A territory along the river (RS-18)."""

    id: Id
    name: Name
    coal: Annotated[Colour, doc("The colour of its coal (RS-18).")]
    needs_tile: Annotated[OptionalId, doc("The tile needed to carry coal from here (RS-59).")] = ""


class Space(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A space of the river; only the fields of its type are set."""

    id: Id
    type: Annotated[SpaceType, doc("What it is (RS-142).")]
    name: Name
    territory: Annotated[OptionalId, doc("The territory in which it lies.")] = ""
    industry: Annotated[OptionalId, doc("The kind of an industry (RS-48).")] = ""
    target: Annotated[
        OptionalId, doc("The sales space of a depot's arrow; a black arrow has none (RS-144).")
    ] = ""
    lock_points: Annotated[Reward, doc("Points for a lock on an obstacle space (RS-118).")] = 0


class River:
    """Spaces by id, and everything that follows from their order alone."""

    def __init__(
        self, spaces: tuple[Space, ...], territories: tuple[Territory, ...], simple_spaces: int
    ) -> None:
        self.spaces = {space.id: space for space in spaces}
        self.index = {space.id: place for place, space in enumerate(spaces)}
        self.territories = {territory.id: territory for territory in territories}
        self.obstacles = tuple(space.id for space in spaces if space.type == "obstacle")
        self.sales_spaces = tuple(space.id for space in spaces if space.type in SALES_TYPES)
        self.depots = tuple(space.id for space in spaces if space.type == "depot")
        self.coal = {depot: self.territory(depot).coal for depot in self.depots}
        self.depots_of = {colour: self._depots_of(colour) for colour in get_args(Colour)}
        self.keys = frozenset(it.needs_tile for it in territories if it.needs_tile)
        self.simple_trips = {depot: self._simple_trips(depot, simple_spaces) for depot in self.depots}
        self.pilot_trips = {depot: self._sales_below(depot) for depot in self.depots}
        self.obstacles_on = {depot: self._obstacles_on(depot) for depot in self.depots}

    def territory(self, space: str) -> Territory:
        return self.territories[self.spaces[space].territory]

    def _obstacles_on(self, depot: str) -> dict[str, frozenset[str]]:
        """Which lie between the depot and each sales space below it."""
        start = self.index[depot]
        return {
            space: frozenset(it for it in self.obstacles if start < self.index[it] < self.index[space])
            for space in self.pilot_trips[depot]
        }

    def _depots_of(self, colour: Colour) -> tuple[str, ...]:
        return tuple(depot for depot, coal in self.coal.items() if coal == colour)

    def _sales_below(self, depot: str) -> tuple[str, ...]:
        return tuple(space for space in self.sales_spaces if self.index[space] > self.index[depot])

    def _simple_trips(self, depot: str, spaces: int) -> tuple[str, ...]:
        """RS-81, RS-R1, RS-R2: every space counts; the port is out of reach."""
        furthest = self.index[depot] + spaces
        return tuple(
            space
            for space in self._sales_below(depot)
            if self.index[space] <= furthest and self.spaces[space].type != "port"
        )
