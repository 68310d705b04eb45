"""The names of the keys in Redis. The hash tag is a partition, so one script reaches what an append needs."""

from __future__ import annotations

from typing import Final

import msgspec

from events.names import check_document, partition_of
from events.store import Scope, ServerScope, check_scope

CONFIG_KEY: Final = "gb:config"


class Keys(msgspec.Struct, frozen=True):
    partitions: int

    def partition(self, scope: Scope) -> int:
        return partition_of(str(scope), self.partitions)

    def of_match(self, match: str, part: str) -> str:
        return f"{{gb:{self.partition(match)}}}:m:{match}:{part}"

    def document(self, scope: Scope, name: str) -> str:
        if isinstance(scope, ServerScope):
            return f"{{gb:{self.partition(scope)}}}:h:{scope.name}:{name}"
        return self.of_match(scope, name)

    def document_to_write(self, scope: Scope, name: str) -> str:
        check_scope(scope)
        return self.document(scope, check_document(name))

    def feed(self, partition: int) -> str:
        return f"{{gb:{partition}}}:feed"

    def probe(self, partition: int) -> str:
        """Never written."""
        return f"{{gb:{partition}}}:probe"

    def due(self, partition: int) -> str:
        return f"{{gb:{partition}}}:due"

    def listing(self, partition: int, label: str) -> str:
        return f"{{gb:{partition}}}:matches:{label}" if label else f"{{gb:{partition}}}:matches"
