"""What tells tables apart for somebody who looks for one: each facet is a listing of the open matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from games.match.state import Match


def facets_of(match: Match) -> Iterator[tuple[str, str]]:
    """Names and values, as a query has them."""
    yield "rated", word_value(match.is_rated)
    yield "undo", match.undo
    yield "clock", match.clock.kind if match.clock else "none"
    yield "free", word_value(bool(match.open_seats()))
    for name, value in msgspec.to_builtins(match.table.options).items():
        yield "option", f"{name}:{word_value(value)}"


def word_value(value: Any) -> str:
    """As JSON has it: `true`, `3`."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def facet_labels(match: Match) -> set[str]:
    """Only while it waits for players: what is over would fill them up."""
    if match.status != "open":
        return set()
    return {facet_label(game, name, value) for name, value in facets_of(match) for game in (None, match.game)}


def facet_label(game: str | None, name: str, value: str) -> str:
    return f"open={game or '*'}&{name}={value}"


def word_options(options: Mapping[str, Any]) -> set[str]:
    """As the facet of each."""
    return {f"{name}:{word_value(value)}" for name, value in options.items()}


def list_facets(asked: Mapping[str, str | None], options: Iterable[str]) -> list[tuple[str, str]]:
    """Those that somebody asks for."""
    named = [(name, value) for name, value in asked.items() if value is not None]
    return named + [("option", option) for option in options]
