"""The use cases and settings that every view works with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from flask import Flask

from service.api.body import MemoryBudget
from service.api.budgets import MIB
from service.config import Config
from service.matches.handler import Matches
from service.monitoring.figures import QueueServer, open_queue_server
from service.players.clients import Clients
from service.queries.shared_polls import SharedPolls
from service.queries.watch import Watch
from service.ratings.leaderboard import Leaderboards
from service.verification.verifier_messages import Limits
from service.verification.verifier_pool import VerifierPool
from service.webhooks.address import POLICIES
from service.webhooks.registry import Registry

EXTENSION: Final = "grubenbuch.services"  # the name under which Flask keeps it
PATIENCE: Final = 4  # times its processor time a verifier may take by the clock: it gives way to readers
LARGEST_FILES: Final = 4  # of the largest size that must fit into the memory for bodies, whatever its limit


@dataclass(frozen=True)
class Services:
    matches: Matches
    config: Config

    @cached_property
    def queue_server(self) -> QueueServer | None:
        """Return the server on which figures are counted; None for an app without servers."""
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
    def verifiers(self) -> VerifierPool:
        """Files are looked at in processes of their own."""
        seconds, memory = self.config.verifier_seconds, self.config.verifier_memory
        return VerifierPool(
            Limits(seconds=seconds, memory=memory, patience=PATIENCE * seconds), self.config.verifiers
        )

    @cached_property
    def body_memory(self) -> MemoryBudget:
        """Return the budget of all bodies sent to this process; the largest files must fit in."""
        limit = self.config.bodies_limit
        return MemoryBudget(max(limit, LARGEST_FILES * self.config.largest_import) * MIB if limit else 0)

    @cached_property
    def readings(self) -> SharedPolls:
        """Return what is shared by all who follow something that no feed announces."""
        return SharedPolls()

    @cached_property
    def watch(self) -> Watch:
        """Return the watch of all who wait for a match to go on."""
        return Watch(self.matches.store)


def services_of(app: Flask) -> Services:
    """Return the services of an app, for the server that must close what they hold open."""
    services: Services = app.extensions[EXTENSION]
    return services
