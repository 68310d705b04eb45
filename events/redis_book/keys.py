"""The names of the keys in Redis. The hash tag is a partition, so one script reaches what an append needs."""

from __future__ import annotations

from typing import Final

import msgspec

from events.names import check_drawer, partition_of
from events.store import HousePlace, Place, check_place

CONFIG_KEY: Final = "gb:config"


class Keys(msgspec.Struct, frozen=True):
    partitions: int

    def partition(self, place: Place) -> int:
        return partition_of(str(place), self.partitions)

    def of_match(self, match: str, part: str) -> str:
        return f"{{gb:{self.partition(match)}}}:m:{match}:{part}"

    def drawer(self, place: Place, name: str) -> str:
        if isinstance(place, HousePlace):
            return f"{{gb:{self.partition(place)}}}:h:{place.name}:{name}"
        return self.of_match(place, name)

    def drawer_to_write(self, place: Place, name: str) -> str:
        check_place(place)
        return self.drawer(place, check_drawer(name))

    def feed(self, partition: int) -> str:
        return f"{{gb:{partition}}}:feed"

    def probe(self, partition: int) -> str:
        """Never written."""
        return f"{{gb:{partition}}}:probe"

    def due(self, partition: int) -> str:
        return f"{{gb:{partition}}}:due"

    def listing(self, partition: int, label: str) -> str:
        return f"{{gb:{partition}}}:matches:{label}" if label else f"{{gb:{partition}}}:matches"
