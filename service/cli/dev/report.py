"""Decides recorded matches again under today's rules and says which would come out differently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from service.cli.dev.recorded_matches import (
    RecordedMatch,
    matches_at_house,
    matches_in_book,
    matches_in_files,
)
from service.config import HOME, Config
from service.startup_errors import ConfigError
from service.verification.redecide import Departure

GOLDEN = "games/*/golden/*.json.xz"


@click.command()
@click.argument(
    "files", metavar="[FILE...]", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--data", metavar="DIR", help="All matches of this data directory, open or closed.")
@click.option(
    "--url", metavar="URL", help="The public matches of a house that runs, e.g. http://127.0.0.1:8080."
)
def command(files: tuple[Path, ...], data: str | None, url: str | None) -> None:
    """Decide recorded matches again under today's rules: exported ones, those of a house, or the golden ones.

    A match that differs stays as it is and readable. The exit code is 1 if any differs.
    """
    if sum(map(bool, (files, data, url))) > 1:
        raise ConfigError("Name files, --data or --url, and only one of them.")
    if data is not None:
        with matches_in_book(Config.from_environment(data=data)) as found:
            report(found)
    elif url is not None:
        report(matches_at_house(url.rstrip("/")))
    else:
        report(matches_in_files(list(files) or sorted((HOME / "tests").glob(GOLDEN))))


def report(matches: Iterable[RecordedMatch]) -> None:
    console = Console(stderr=True)
    results: Counter[str] = Counter()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        for match in progress.track(matches, total=len(matches) if isinstance(matches, list) else None):
            departure = match.decide_again()
            results["same" if departure is None else "differ"] += 1
            click.echo(f"{match.name}: {describe_departure(departure)}")
    click.echo(f"{results['same']} same, {results['differ']} differ")
    if results["differ"]:
        raise click.exceptions.Exit(1)


def describe_departure(departure: Departure | None) -> str:
    return "same" if departure is None else f"differs from entry {departure.entry}: {departure.detail}"
