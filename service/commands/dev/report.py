"""Decides recorded matches again under today's rules and says which would come out otherwise."""

from __future__ import annotations

import lzma
from collections import Counter
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from events.verify import BookDamaged, read_book
from service.config import HOME
from service.proof.redecide import Departure, GoldenMatch, redecide_entries, redecide_golden
from service.startup_errors import Trouble

GOLDEN = "games/*/golden/*.json.xz"


@click.command()
@click.argument(
    "files", metavar="[FILE...]", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
def command(files: tuple[Path, ...]) -> None:
    """Decide recorded matches again under today's rules: exported ones, or without FILE the golden ones.

    A match that differs stays as it is and readable. The exit code is 1 if any differs.
    """
    paths = list(files) or sorted((HOME / "tests").glob(GOLDEN))
    console = Console(stderr=True)
    results: Counter[str] = Counter()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        for path in progress.track(paths):
            departure = decide_again(path)
            results["same" if departure is None else "differ"] += 1
            click.echo(f"{name_file(path)}: {describe_departure(departure)}")
    click.echo(f"{results['same']} same, {results['differ']} differ")
    if results["differ"]:
        raise click.exceptions.Exit(1)


def decide_again(path: Path) -> Departure | None:
    raw = path.read_bytes()
    try:
        if path.name.endswith(".json.xz"):
            return redecide_golden(msgspec.json.decode(lzma.decompress(raw), type=GoldenMatch))
        return redecide_entries(read_book(raw).entries)
    except (BookDamaged, lzma.LZMAError, msgspec.MsgspecError) as failure:
        raise Trouble(f"{path} cannot be read: {failure}") from None


def name_file(path: Path) -> str:
    golden = path.is_relative_to(HOME / "tests" / "games")
    return str(path.relative_to(HOME / "tests" / "games")) if golden else str(path)


def describe_departure(departure: Departure | None) -> str:
    return "same" if departure is None else f"differs from entry {departure.entry}: {departure.detail}"
