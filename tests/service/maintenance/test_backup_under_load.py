"""What a backup is while others write, and between servers of different makers."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from events.archive.archive import Archive
from events.archive.archived_store import ArchivedStore
from events.backup import server_copy
from events.backup.backup_file import check_backup, read_backup
from events.backup.server_copy import HashRecord
from events.redis_store.store import connect_redis
from events.store import Append, ServerScope, StoreUnavailable
from service.config import Config
from service.maintenance.archiving import archive_finished
from service.maintenance.backup import back_up, restore
from service.store import ARCHIVE
from support.api.backups import BackedUpTable, silent
from support.api.entries import NOON, run_of_entries
from support.servers.patience import PATIENCE
from support.servers.servers import Server, any_binary, redis_binary, valkey_binary
from support.servers.worker_processes import WorkerProcesses

ROOT = Path(__file__).resolve().parents[3]
HERE, THERE = ServerScope("here"), ServerScope("there")


@pytest.mark.parametrize(("old", "new"), [(redis_binary, valkey_binary), (valkey_binary, redis_binary)])
def test_the_book_of_one_kind_of_server_goes_on_at_another(file, tmp_path, opened, old, new):
    if None in (old(), new()):
        pytest.skip("only one kind of server is on this machine")
    first, second = opened(Server(old())), opened(Server(new()))
    table = BackedUpTable(first.url)
    table.play(20)
    then = table.written()

    back_up(Config(redis_url=first.url, data=tmp_path / "data"), file, silent)
    restore(Config(redis_url=second.url, data=tmp_path / "other"), file, silent, replace=False)

    table.at(second.url)
    assert table.written() == then
    table.play(5)
    table.store.close()


def test_what_was_acknowledged_before_is_there_and_what_comes_meanwhile_is_there_whole_or_not_at_all(
    server, config, file, tmp_path, opened
):
    table = BackedUpTable(server.url)
    table.play(30)
    before, moves = table.written()[0], iter(range(60))

    content = back_up(config, file, lambda: next(moves, None) is None or table.play(1))

    after = table.written()[0]
    assert len(before) < content.entries <= len(after)
    other = opened(Server(any_binary()))
    restore(Config(redis_url=other.url, data=tmp_path / "other"), file, silent, replace=False)
    table.at(other.url)
    entries, head, *_ = table.written()
    assert entries == after[: content.entries]
    assert head.version == content.entries == table.store.feed_end(0)
    assert len(table.store.feed(0, after=0, limit=1000)) == content.entries
    assert [one.match for one in table.store.listing("game=schiefer&status=running").heads] == [table.id]
    table.play(3)
    table.store.close()


def test_records_written_one_after_the_other_are_there_in_this_order_however_fast_others_write(
    server, config, file, opened
):
    """Ratings before marks, deliveries before what is pending: each relies on what was written before."""
    with closing(connect_redis(server.url)) as store:
        store.put(ServerScope("large"), "document", {str(number): b"x" for number in range(5_000)})
    begun, stop, numbers = threading.Event(), threading.Event(), count(1)

    def write():
        with closing(connect_redis(server.url)) as store:
            while not stop.is_set():
                number = str(next(numbers)).encode()
                store.put(HERE, "first", {"number": number})
                store.put(THERE, "second", {"number": number})
                begun.set()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert begun.wait(PATIENCE)
        for _ in range(5):
            back_up(config, file, silent)
            found = {
                bytes(line.key).rpartition(b":")[2]: int(dict(line.fields)[b"number"])
                for line in read_backup(file)
                if isinstance(line, HashRecord) and b"number" in dict(line.fields)
            }
            assert found[b"first"] - found[b"second"] in (0, 1)
    finally:
        stop.set()
        writer.join()


def test_a_match_that_is_archived_meanwhile_is_there_once(server, config, file, tmp_path, opened):
    store, archive = opened(closing(connect_redis(server.url))), Archive(config.data / ARCHIVE)
    matches = {f"m{number}": run_of_entries(5) for number in range(8)}
    for match, run in matches.items():
        for entry in run:
            store.append(Append(match=match, entry=entry, closes=entry is run[-1]))
    ticks = count(1)

    def archive_soon():
        if next(ticks) == 3:
            assert archive_finished(store, archive, NOON + 1).matches == len(matches)
            store.trim_feed(0, 20)

    content = back_up(config, file, archive_soon)

    assert (content.matches, content.entries) == (8, 40)
    other = opened(Server(any_binary()))
    elsewhere = Config(redis_url=other.url, data=tmp_path / "elsewhere")
    restore(elsewhere, file, silent, replace=False)
    book = opened(closing(connect_redis(other.url)))
    there = ArchivedStore(book, Archive(elsewhere.data / ARCHIVE))
    assert {match: there.entries(match) for match in matches} == matches
    assert book.feed(0, after=0, limit=100)[0].number == 20


def test_a_server_that_is_written_to_faster_than_it_is_read_is_given_up_in_words(
    server, config, file, opened, monkeypatch
):
    """Only where it may not be paused: in a pause nothing is written."""
    store = opened(closing(connect_redis(server.url)))
    monkeypatch.setattr(server_copy, "PAUSE_MS", 1)

    with pytest.raises(StoreUnavailable, match="more is written than can be read"):
        back_up(config, file, lambda: store.put(HERE, "first", {"number": b"1"}))

    assert not file.exists()
    store.put(HERE, "first", {"number": b"2"})  # nothing is left of the pause


def test_work_that_was_open_is_done_once_after_a_restore(server, config, file, opened):
    """A dispatched job whose queue stays behind, and one that nobody has dispatched yet."""
    workers = opened(closing(WorkerProcesses(server)))
    workers.dispatcher()
    matches = [workers.open_match("random", "greedy").match]
    workers.until(workers.queues.waiting)
    matches.append(workers.open_match("greedy", "random").match)

    back_up(config, file, silent)

    other = opened(Server(any_binary()))
    restore(Config(redis_url=other.url, data=config.data), file, silent, replace=False)
    there = opened(closing(WorkerProcesses(other)))
    there.dispatcher()
    there.worker()
    for match in matches:
        there.until(there.ended, match)
    there.until(lambda: there.store.fields(ServerScope("ratings"), "counted"))


@pytest.mark.parametrize("last", [1, 10, 40, 80])
def test_a_backup_that_is_killed_leaves_the_older_one_and_the_next_is_whole(
    server, config, file, last, tmp_path
):
    table = BackedUpTable(server.url)
    back_up(config, file, silent)
    older = file.read_bytes()
    table.play(30)
    program = f"""
        import os, signal
        from itertools import count
        from pathlib import Path
        from service.config import Config
        from service.maintenance.backup import back_up
        ticks = count(1)
        def die():
            if next(ticks) == {last}: os.kill(os.getpid(), signal.SIGKILL)
        back_up(Config(redis_url={server.url!r}, data=Path({str(config.data)!r})), Path({str(file)!r}), die)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=False,
    )

    assert done.returncode in (-signal.SIGKILL, 0)
    assert file.read_bytes() == older or done.returncode == 0
    assert back_up(config, file, silent) == check_backup(file)
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["backup"]
    table.store.close()
