from pathlib import Path

import click

from service.cli.backup import counting, describe_backup
from service.config import Config
from service.maintenance.backup import BACKUP_FAILURES, restore
from service.startup_errors import Trouble


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--data", metavar="DIR", help="The data directory to restore into (DATA, else data/).")
@click.option(
    "--replace", is_flag=True, help="Put it in the place of a book, key and archive that are there already."
)
def command(file: Path, data: str | None, *, replace: bool) -> None:
    """Bring back what `backup` wrote: into the data directory, or with REDIS_URL into that server.

    FILE is checked before anything is touched, and what was written is checked afterwards. `up` must not be
    running.
    """
    with counting("records read, written and compared") as tick:
        try:
            content = restore(Config.from_environment(data=data), file.absolute(), tick, replace=replace)
        except BACKUP_FAILURES as failure:
            raise Trouble(str(failure)) from failure
    click.echo(f"Restored from {describe_backup(file, content)}")
