"""The web application: `service.api.app:create_app()` is what gunicorn serves."""

from __future__ import annotations

import logging
from typing import Any, Final

from flask import Flask

from events.store import Store
from service.api.blueprint import ApiBlueprint
from service.api.body import release_reservation
from service.api.budgets import Limiter, Quotas
from service.api.document.openapi import make_document
from service.api.fast_flask import FastFlask, current_request
from service.api.greenlets import yield_control
from service.api.middleware import CommonHeaders, RateLimit
from service.api.operation import Operation
from service.api.services import EXTENSION, Services
from service.api.views import (
    analysis,
    books,
    contract,
    entries,
    games,
    lines,
    matches,
    monitoring,
    pages,
    play,
    players,
    rules,
    seats,
    undo,
    web,
    webhooks,
)
from service.config import Config
from service.matches.handler import Matches
from service.matches.shared_entry_cache import SHARED_ENTRIES
from service.store import open_store

SAFEST_DURABILITY: Final = "fsync-always"

BLUEPRINTS: Final[tuple[ApiBlueprint, ...]] = (
    games.api,
    matches.api,
    seats.api,
    play.api,
    lines.api,
    undo.api,
    analysis.api,
    entries.api,
    books.api,
    players.api,
    webhooks.api,
    contract.api,
    pages.api,
    rules.api,
    monitoring.api,
    web.api,
)

DAY: Final = 24 * 3600 * 1000  # milliseconds

log = logging.getLogger("grubenbuch")


def create_app(config: Config | None = None, store: Store | None = None) -> Flask:
    config = config or Config.from_environment()
    logging.basicConfig(level=config.log_level.upper())
    store = store or open_store(config)
    if (durability := store.durability()) != SAFEST_DURABILITY:
        log.warning("acknowledged commands may be lost: the book is kept at %r, see docs/book.md", durability)
    shared_entries = SHARED_ENTRIES if config.web_workers > 1 else None
    matches = Matches(
        store,
        config.secret,
        time_to_start=config.lobby_days * DAY,
        shared_entries=shared_entries,
        give_way=yield_control,
    )
    return build_app(Services(matches, config), Limiter.of(config))


def build_app(services: Services, limiter: Limiter | None = None) -> Flask:
    """Make the app; without a limiter nothing is limited."""
    app = FastFlask("grubenbuch")
    app.extensions[EXTENSION] = services
    headers = CommonHeaders(services.config.cors_origins, services.queue_server)
    limit = RateLimit(limiter or Limiter(Quotas({})), services.config.proxies)

    @app.before_request
    def provide_services() -> None:
        current_request().environ[EXTENSION] = services

    app.before_request(headers.begin)
    app.before_request(limit.admit)
    app.after_request(headers.finish)  # the last comes first
    app.after_request(limit.add_headers)

    @app.teardown_request
    def release_body(_: BaseException | None) -> None:
        release_reservation(current_request().environ)

    app.register_error_handler(Exception, pages.answer_failure)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app


def describe_api() -> dict[str, Any]:
    """Return what `openapi.yaml` holds and `/v1/openapi.json` answers."""
    return make_document(list_operations())


def list_operations() -> list[Operation]:
    """Return all operations, in the order of the document."""
    return [operation for blueprint in BLUEPRINTS for operation in blueprint.operations]
