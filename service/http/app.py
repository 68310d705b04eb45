"""The desk: `service.http.app:create_app()` is what gunicorn serves."""

from __future__ import annotations

import logging
from typing import Final

from flask import Flask

from events.redis_store import connect
from events.store import Store
from service.config import Config
from service.http import around, entries, health, matches, play, problem, seats
from service.http.desk import Desk
from service.http.routes import Number, Routes
from service.matches import Matches

LARGEST_BODY: Final = 64 * 1024

ROUTES: Final[tuple[Routes, ...]] = tuple(part.routes for part in (matches, seats, play, entries, health))


def create_app(config: Config | None = None, store: Store | None = None) -> Flask:
    config = config or Config.from_environment()
    store = store or connect(config.book_url, partitions=config.partitions)
    logging.basicConfig(level=config.log_level.upper())
    app = Flask("grubenbuch", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.url_map.converters["number"] = Number
    app.url_map.merge_slashes = False
    desk = Desk(Matches(store, config.secret), config)
    for routes in ROUTES:
        routes.install(app, desk)
    around.install(app, config.cors_origins)
    problem.install(app)
    return app
