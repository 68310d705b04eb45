"""The names of the keys in Redis. The hash tag is a partition, so one script reaches what an append needs."""

from __future__ import annotations

from typing import Final

import msgspec

from events.names import partition_of

CONFIG_KEY: Final = "gb:config"


class Keys(msgspec.Struct, frozen=True):
    partitions: int

    def partition(self, match: str) -> int:
        return partition_of(match, self.partitions)

    def of_match(self, match: str, part: str) -> str:
        return f"{{gb:{self.partition(match)}}}:m:{match}:{part}"

    def feed(self, partition: int) -> str:
        return f"{{gb:{partition}}}:feed"

    def due(self, partition: int) -> str:
        return f"{{gb:{partition}}}:due"

    def listing(self, partition: int, label: str) -> str:
        return f"{{gb:{partition}}}:matches:{label}" if label else f"{{gb:{partition}}}:matches"
