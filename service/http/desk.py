"""What every view works with: the use cases and the settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from service.config import Config
from service.matches.use_cases import Matches
from service.monitoring.figures import QueueServer, open_queue_server
from service.players.clients import Clients
from service.ratings.leaderboard import Leaderboards
from service.reading.watch import Watch
from service.webhooks.address import POLICIES
from service.webhooks.registry import Registry


@dataclass(frozen=True)
class Desk:
    matches: Matches
    config: Config
    describe_api: Callable[[], dict[str, Any]]  # the whole document: a view knows only its own operations

    @cached_property
    def queue_server(self) -> QueueServer | None:
        """Where figures are counted; None for a desk without servers."""
        if self.config.redis_url is None and self.config.rq_redis_url is None:
            return None
        return open_queue_server(self.config.queue_url, patience=2)

    @cached_property
    def webhooks(self) -> Registry:
        return Registry(
            self.matches,
            self.matches.secret,
            POLICIES[self.config.webhook_addresses],
            self.matches.clock,
        )

    @cached_property
    def clients(self) -> Clients:
        return Clients(self.matches.store, self.matches.secret)

    @cached_property
    def boards(self) -> Leaderboards:
        return Leaderboards(self.matches.store)

    @cached_property
    def watch(self) -> Watch:
        """One for everyone who waits for a match to go on."""
        return Watch(self.matches.store)
