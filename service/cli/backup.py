import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click

from events.backup.backup_file import BackupContent
from service.config import Config
from service.files import explain_disk_failures
from service.host.book_access import check_was_opened
from service.maintenance.backup import BACKUP_FAILURES, back_up
from service.startup_errors import DataError, Trouble


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--data", metavar="DIR", help="The data directory (DATA, else data/).")
@click.option("--overwrite", is_flag=True, help="Replace FILE if it is there already.")
def command(file: Path, data: str | None, *, overwrite: bool) -> None:
    """Write the whole book, people, tokens and archive into FILE, as of one moment.

    Everything may go on running. What was written is read again and every book in it checked before it
    becomes FILE. It holds the secrets of running matches: keep it where you would keep a password.
    """
    if file.exists() and not overwrite:
        raise DataError(f"{file} is there already. Name another file, or say --overwrite.")
    config = Config.from_environment(data=data)
    check_was_opened(config)
    file = file.absolute()
    with counting("records written and checked") as tick, explain_disk_failures(file.parent):
        try:
            content = back_up(config, file, tick)
        except BACKUP_FAILURES as failure:
            raise Trouble(f"No backup was written: {failure}") from failure
    click.echo(describe_backup(file, content))


def describe_backup(file: Path, content: BackupContent) -> str:
    moment = datetime.fromtimestamp(content.at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    return (
        f"{file}: {content.matches} matches, {content.entries} entries, every book checked; as of {moment}."
    )


@contextmanager
def counting(what: str) -> Iterator[Callable[[], None]]:
    """Show a line on a terminal that counts; silent elsewhere."""
    shown = sys.stderr.isatty()
    number = 0

    def tick() -> None:
        nonlocal number
        number += 1
        if shown and number % 1000 == 0:
            click.echo(f"\r{number:,} {what}", nl=False, err=True)

    yield tick
    if shown:
        click.echo("\r\033[K", nl=False, err=True)
