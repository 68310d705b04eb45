"""What a match takes: bytes an entry and a finished match in Redis, and bytes an event in the archive.

./grubenbuch bench memory [--matches 20]

Greedy bots play with causes and score sheets, as workers write them; snapshots included.
"""

import tempfile
from pathlib import Path

import msgspec
import redis
from measuring.frame import Size, run
from measuring.servers import durable_server

from events.archive.archive import Archive
from events.redis_store.store import connect_redis
from events.snapshots import SNAPSHOT_EVERY
from games.catalogue import GAMES
from games.match.commands import SeatedBot, StartMatch
from games.match.state import Bot
from service.maintenance.archiving import archive_finished
from service.matches.handler import Matches, Request
from service.matches.opening import Opening, open_new
from workers.context import WorkerContext
from workers.dispatcher.open_work import owed_sheets, read_metadata
from workers.jobs.bots import answer_all
from workers.jobs.results import write_sheets_into
from workers.jobs.snapshots import take_missing

SECRET = b"s" * 32


SIZES = {"--matches": Size(20, 1, "of each game")}
AIM_IN_REDIS, AIM_IN_ARCHIVE = "250", "11"


def measure(options, sheet):
    for game in GAMES.values():
        with durable_server(appendfsync="no") as url, tempfile.TemporaryDirectory() as folder:
            sheet.step(f"playing {options.matches} matches of {game.name}")
            report(sheet, game, url, Archive(Path(folder)), options.matches)


def report(sheet, game, url, archive, matches):
    store = connect_redis(url)
    entries, events = play(store, game, matches)
    full = used(url)
    archive_finished(store, archive, 1 << 50)
    for partition in range(store.partition_count()):
        store.trim_feed(partition, 1 << 50)
    files = sum(path.stat().st_size for path in archive.folder.rglob("*.xz"))
    sheet.figure(f"{game.name}: an entry in Redis", full / entries, "bytes", aim=AIM_IN_REDIS)
    sheet.figure(f"{game.name}: an event in the archive", files / events, "bytes", aim=AIM_IN_ARCHIVE)
    sheet.detail(f"{game.name}: entries a match", entries / matches, "entries")
    sheet.detail(f"{game.name}: events a match", events / matches, "events")
    sheet.detail(f"{game.name}: a match in Redis", full / matches, "bytes")
    sheet.detail(f"{game.name}: left of it when archived", left_of_one_in_many(url), "bytes")
    store.close()


def used(url):
    """Of all keys together."""
    with redis.Redis.from_url(url) as client:
        return sum(client.memory_usage(key, samples=0) for key in client.scan_iter(count=1000))


def left_of_one_in_many(url, copies=10_000):
    """Its head and its places in listings; those of a few matches would lie closer together."""
    with redis.Redis.from_url(url) as client, client.pipeline(transaction=False) as together:
        head = client.hgetall(next(client.scan_iter(match="*:head")))
        listings = list(client.scan_iter(match="*:matches*"))
        before = used(url)
        for number in range(copies):
            match = f"x{number:011}"
            together.hset(f"{{gb:0}}:m:{match}:head", mapping=head)
            for listing in listings:
                together.zadd(listing, {match: number})
        together.execute()
        return (used(url) - before) / copies


def play(store, game, matches):
    """Whole matches, with everything workers write beside the book."""
    api, entries, events = Matches(store, SECRET), 0, 0
    seats = max(game.seats)
    for _ in range(matches):
        bots = tuple(SeatedBot(seat, Bot("greedy")) for seat in range(seats))
        opened = open_new(api, Opening(game=game.name, seats=seats, bots=bots), Request())
        api.handle(opened.match, StartMatch(), Request(token=opened.host_token))
        answer_all(WorkerContext(api, None, SECRET), opened.match, 2, lambda: False)
        book = store.entries(opened.match)
        for version in range(SNAPSHOT_EVERY, len(book), SNAPSHOT_EVERY):
            take_missing(store, opened.match, version)
        for item in store.feed(0, after=store.feed_end(0) - len(book), limit=len(book)):
            if owed_sheets(read_metadata(item), item.version):
                write_sheets_into(store, item.match, item.version)
        entries += len(book)
        events += sum(len(msgspec.json.decode(entry.events)) for entry in book)
    return entries, events


if __name__ == "__main__":
    run(measure, __doc__, takes=(90, 8), sizes=SIZES)
