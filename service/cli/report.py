"""Decide recorded matches again under today's rules: in files, a data directory, or at a server."""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from events.archive.archived_store import ArchivedStore
from events.store import Store
from events.verify import BookDamaged, read_book
from service.config import HOME, Config
from service.editions.stored import know_edition_of
from service.host.book_access import open_redis_store
from service.startup_errors import ConfigError, Trouble
from service.store import archive_of
from service.verification.checks import admit_edition
from service.verification.redecide import Departure, GoldenMatch, redecide_entries, redecide_golden

GOLDEN: Final = "games/*/golden/*.json.xz"
SECONDS_FOR_AN_ANSWER: Final = 60
SCHEMES: Final = ("http://", "https://")


@click.command()
@click.argument(
    "files", metavar="[FILE...]", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--data", metavar="DIR", help="All matches of this data directory, open or closed.")
@click.option(
    "--url", metavar="URL", help="The public matches of a running server, e.g. http://127.0.0.1:8080."
)
def command(files: tuple[Path, ...], data: str | None, url: str | None) -> None:
    """Decide recorded matches again under today's rules: exported, of a server, or the golden ones.

    A match that differs stays as it is and readable. The exit code is 1 if any differs.
    """
    if sum(map(bool, (files, data, url))) > 1:
        raise ConfigError("Name files, --data or --url, and only one of them.")
    if data is not None:
        with matches_in_book(Config.from_environment(data=data)) as found:
            report(found)
    elif url is not None:
        report(matches_at_server(url.rstrip("/")))
    else:
        paths = list(files) or sorted((HOME / "tests").glob(GOLDEN))
        report([RecordedMatch(name_file(path), partial(decide_file, path)) for path in paths])


class RecordedMatch(NamedTuple):
    name: str
    decide_again: Callable[[], Departure | None]


def name_file(path: Path) -> str:
    golden = path.is_relative_to(HOME / "tests" / "games")
    return str(path.relative_to(HOME / "tests" / "games")) if golden else str(path)


def decide_file(path: Path) -> Departure | None:
    raw = path.read_bytes()
    try:
        if path.name.endswith(".json.xz"):
            return redecide_golden(msgspec.json.decode(lzma.decompress(raw), type=GoldenMatch))
    except (lzma.LZMAError, msgspec.MsgspecError) as failure:
        raise Trouble(f"{path} cannot be read: {failure}") from None
    return decide_export(str(path), raw)


def decide_export(name: str, raw: bytes) -> Departure | None:
    try:
        book = read_book(raw)
        misfit = admit_edition(book)
        return redecide_entries(book.entries) if misfit is None else Departure(1, misfit)
    except (BookDamaged, msgspec.MsgspecError) as failure:
        raise Trouble(f"{name} cannot be read: {failure}") from None


@contextmanager
def matches_in_book(config: Config) -> Iterator[list[RecordedMatch]]:
    """Yield all matches of a book, archived and private ones too."""
    with open_redis_store(config) as book:
        store = ArchivedStore(book, archive_of(config))
        found = sorted(match for match in book.parts() if store.head(match))
        yield [RecordedMatch(match, partial(decide_in_book, store, match)) for match in found]


def decide_in_book(store: Store, match: str) -> Departure | None:
    entries = store.entries(match)
    know_edition_of(store, entries[0])
    return redecide_entries(entries)


def matches_at_server(url: str) -> Iterator[RecordedMatch]:
    """Yield the public matches, page by page."""
    cursor: str | None = None
    while True:
        query = {"limit": 200} | ({"cursor": cursor} if cursor else {})
        page: dict[str, Any] = json.loads(fetch(f"{url}/v1/matches?{urlencode(query)}"))
        for listed in page["matches"]:
            yield RecordedMatch(listed["match"], partial(decide_at_server, url, listed["match"]))
        cursor = page["next"]
        if cursor is None:
            return


def decide_at_server(url: str, match: str) -> Departure | None:
    return decide_export(match, fetch(f"{url}/v1/matches/{quote(match)}/export"))


def fetch(address: str) -> bytes:
    if not address.startswith(SCHEMES):
        raise Trouble(f"--url must begin with http:// or https://, not {address}.")
    try:
        with urlopen(Request(address), timeout=SECONDS_FOR_AN_ANSWER) as answer:  # noqa: S310  looked at above
            said: bytes = answer.read()
    except HTTPError as refusal:
        raise Trouble(f"{address} is answered with {refusal.code}: {refusal.reason}") from None
    except (URLError, TimeoutError) as failure:
        raise Trouble(f"{address} does not answer: {getattr(failure, 'reason', failure)}") from None
    return said


def report(matches: Iterable[RecordedMatch]) -> None:
    console = Console(stderr=True)
    results: Counter[str] = Counter()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        for match in progress.track(matches, total=len(matches) if isinstance(matches, list) else None):
            departure = match.decide_again()
            results["same" if departure is None else "differ"] += 1
            said = (
                "same" if departure is None else f"differs from entry {departure.entry}: {departure.detail}"
            )
            click.echo(f"{match.name}: {said}")
    click.echo(f"{results['same']} same, {results['differ']} differ")
    if results["differ"]:
        raise click.exceptions.Exit(1)
