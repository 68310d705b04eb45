"""The web application: `service.api.app:create_app()` is what gunicorn serves."""

from __future__ import annotations

import logging
from typing import Any, Final

from flask import Flask

from events.store import Store
from service.api.document.openapi import make_document
from service.api.greenlets import yield_control
from service.api.middleware.common_headers import CommonHeaders
from service.api.middleware.ledger import Limiter, Quotas
from service.api.middleware.rate_limit import RateLimit
from service.api.operation import Operation
from service.api.protocol.slim_flask import SlimFlask
from service.api.routes import Routes
from service.api.services import EXTENSION, Services
from service.api.views import (
    books,
    clients,
    contract,
    entries,
    games,
    health,
    hosting,
    lines,
    matches,
    metrics,
    pause,
    pictures,
    play,
    players,
    seats,
    statistics,
    streams,
    undo,
    webhooks,
)
from service.api.views.analysis import advice, review
from service.api.views.pages import errors, explorer, guide, llms, refusal, rules, web
from service.config import Config
from service.matches.handler import Matches
from service.matches.shared_entry_cache import SHARED_ENTRIES
from service.store import open_store

SAFEST_DURABILITY: Final = "fsync-always"

ROUTES: Final[tuple[Routes, ...]] = tuple(
    part.routes
    for part in (
        games,
        matches,
        hosting,
        seats,
        play,
        lines,
        statistics,
        pictures,
        undo,
        pause,
        advice,
        review,
        entries,
        streams,
        books,
        players,
        webhooks,
        clients,
        contract,
        errors,
        guide,
        rules,
        llms,
        explorer,
        health,
        metrics,
        web,
    )
)

DAY: Final = 24 * 3600 * 1000  # milliseconds

log = logging.getLogger("grubenbuch")


def create_app(config: Config | None = None, store: Store | None = None) -> Flask:
    config = config or Config.from_environment()
    logging.basicConfig(level=config.log_level.upper())
    store = store or open_store(config)
    warn_of_durability(store.durability())
    shared_entries = SHARED_ENTRIES if config.web_workers > 1 else None
    matches = Matches(
        store,
        config.secret,
        time_to_start=config.lobby_days * DAY,
        shared_entries=shared_entries,
        give_way=yield_control,
    )
    return build_app(Services(matches, config), Limiter.of(config))


def warn_of_durability(durability: str) -> None:
    if durability != SAFEST_DURABILITY:
        log.warning("acknowledged commands may be lost: the book is kept at %r, see docs/book.md", durability)


def build_app(services: Services, limiter: Limiter | None = None) -> Flask:
    app = SlimFlask("grubenbuch", services, refusal.answer_failure)
    app.extensions[EXTENSION] = services
    for routes in ROUTES:
        app.install(routes)
    limited = RateLimit(app.dispatch, limiter or Limiter(Quotas({})), services.config.proxies)
    app.answer = CommonHeaders(limited, services.config.cors_origins, services.queue_server)
    return app


def describe_api() -> dict[str, Any]:
    """What `openapi.yaml` holds and `/v1/openapi.json` answers."""
    return make_document(list_operations())


def list_operations() -> list[Operation]:
    """All operations, in the order of the document."""
    return [operation for routes in ROUTES for operation, _ in routes.operations]
