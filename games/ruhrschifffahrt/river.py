"""The river from its source to the port: which space lies where."""

from __future__ import annotations

from typing import Literal

import msgspec

SpaceType = Literal["depot", "city", "industry", "obstacle", "port"]
SALES_TYPES = ("city", "industry", "port")


class Territory(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    coal: Literal["black", "white"]
    needs_tile: str = ""  # to carry coal from here


class Space(msgspec.Struct, frozen=True, omit_defaults=True):
    """Only the fields of its type are set."""

    id: str
    type: SpaceType
    name: str
    territory: str = ""
    industry: str = ""
    target: str = ""  # of a depot's arrow; a black arrow has none
    lock_points: int = 0


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
        self.simple_trips = {depot: self._simple_trips(depot, simple_spaces) for depot in self.depots}
        self.pilot_trips = {depot: self._sales_below(depot) for depot in self.depots}

    def territory(self, space: str) -> Territory:
        return self.territories[self.spaces[space].territory]

    def obstacles_between(self, start: str, end: str) -> list[str]:
        first, last = self.index[start], self.index[end]
        return [space for space in self.obstacles if first < self.index[space] < last]

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
