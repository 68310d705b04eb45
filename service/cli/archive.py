import re
from typing import Final

import click

from service.cli.backup import counting
from service.clock import now_ms
from service.config import Config
from service.host.book_access import open_redis_store
from service.maintenance.archiving import archive_finished
from service.monitoring.dispatcher_records import DispatcherRecords
from service.startup_errors import ConfigError, Trouble
from service.store import archive_of

UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86_400}  # seconds
FEED_KEPT: Final = 10_000  # items, for readers that follow it a little late


@click.command()
@click.option("--older-than", default="30d", show_default=True, metavar="AGE", help="E.g. 30d, 12h or 0s.")
@click.option("--data", metavar="DIR", help="The data directory (DATA, else data/).")
def command(older_than: str, data: str | None) -> None:
    """Move matches that ended that long ago out of Redis into compressed files below the data directory.

    Everything may go on running, and nobody notices: what is archived is listed and read as before. If it
    is interrupted nothing is lost, and the next run completes it. A match that cannot be moved is named at
    the end. All processes need the same directory.
    """
    before = now_ms() - 1000 * age_in_seconds(older_than)
    config = Config.from_environment(data=data)
    with counting("matches archived") as tick, open_redis_store(config) as store:
        done = archive_finished(store, archive_of(config), before, tick)
        items = 0
        for partition in range(store.partition_count()):
            settled = DispatcherRecords(store).checkpoint(partition).settled  # nothing before is still open
            items += store.trim_feed(partition, settled + 1 - FEED_KEPT)
    click.echo(f"Archived {done.matches} matches with {done.entries} entries; {items} items left the feed.")
    if done.failures:
        lines = [f"  match {match}: {failure}" for match, failure in sorted(done.failures.items())]
        raise Trouble(
            "\n".join([f"{len(lines)} matches could not be archived and are where they were:", *lines])
        )


def age_in_seconds(age: str) -> int:
    found = re.fullmatch(r"(\d{1,9})([smhd])", age)
    if found is None:
        raise ConfigError(f"--older-than must be a number with s, m, h or d, like 30d, not {age!r}.")
    return int(found[1]) * UNITS[found[2]]
