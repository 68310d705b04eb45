"""A backup taken while people play, and the drill: bring it back elsewhere, find everything, play on."""

import lzma
import threading
from contextlib import closing
from random import Random

import pytest
import redis

from events.backup import backup_file as backup
from events.backup.backup_file import BadBackup, check_backup
from events.backup.server_copy import (
    RankingRecord,
    StreamRecord,
    TextRecord,
    UnknownKeyKind,
    find_keys,
    holds_record,
    read_records,
)
from events.redis_store.store import connect_redis
from service.api.app import create_app
from service.config import Config
from service.editions.stored import EditionRecord, StoredEditions
from service.host.book_access import reach_book, run_server
from service.host.embedded_server import EmbeddedServer
from service.maintenance.backup import back_up, restore
from service.startup_errors import DataError
from support.api.backups import BackedUpTable, silent
from support.games.corrected import corrected_imprint

OLD_LEASES = "{gb:0}:m:_shift:leases"  # in the first layout


def test_the_drill(server, config, file, tmp_path, opened):
    """Play, back up, play on; what comes back elsewhere is what was there then, and it goes on."""
    tables = [BackedUpTable(server.url, number) for number in range(3)]
    for table in tables:
        table.play(20)
    then = [table.written() for table in tables]

    content = back_up(config, file, silent)
    for table in tables:
        table.play(5)

    assert (content.matches, content.entries) == (3, sum(len(entries) for entries, *_ in then))
    elsewhere = Config(data=tmp_path / "elsewhere")
    restore(elsewhere, file, silent, replace=False)
    url = opened(reach_book(elsewhere))
    for table, before in zip(tables, then, strict=True):
        table.at(url)
        assert table.written() == before
        table.play(10)
        assert len(table.written()[0]) == len(before[0]) + 10
        table.store.close()


def test_a_lost_answer_with_a_token_is_given_again_after_a_restore(server, config, file, tmp_path, opened):
    """The cause in the log is keyed with the secret, which is in the backup."""
    opening = {"json": {"game": "schiefer", "seats": 2}, "headers": {"Idempotency-Key": "k" * 16}}
    store = opened(closing(connect_redis(server.url)))
    first = create_app(config, store).test_client().post("/v1/matches", **opening)
    back_up(config, file, silent)
    elsewhere = Config(data=tmp_path / "elsewhere")
    restore(elsewhere, file, silent, replace=False)

    there = opened(closing(connect_redis(opened(reach_book(elsewhere)))))
    again = create_app(elsewhere, there).test_client().post("/v1/matches", **opening)

    assert (again.data, again.headers["Idempotency-Replayed"]) == (first.data, "true")


def test_an_edition_of_the_server_comes_back_with_its_matches(server, config, file, tmp_path, opened):
    imprint = corrected_imprint("schiefer")
    told = EditionRecord(name="my-copy", digest=imprint.digest, at=1, supplied_by="Ada")
    StoredEditions(opened(closing(connect_redis(server.url)))).keep(imprint, told)
    back_up(config, file, silent)
    elsewhere = Config(data=tmp_path / "elsewhere")
    restore(elsewhere, file, silent, replace=False)
    there = StoredEditions(opened(closing(connect_redis(opened(reach_book(elsewhere))))))
    assert there.board("schiefer", imprint.id) == imprint.canonical
    assert there.records("schiefer") == {imprint.id: told}


def test_a_backup_under_load_is_of_one_moment(server, config, file):
    """Whatever is in the feed is in the books, and nothing else: nobody was caught half way."""
    tables = [BackedUpTable(server.url, number) for number in range(4)]
    stop = threading.Event()

    def keep_playing(table):
        while not stop.is_set() and table.count < 150:
            table.play(1)

    threads = [threading.Thread(target=keep_playing, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    try:
        for _ in range(3):
            content = back_up(config, file, silent)
            assert content.matches == 4
            told = sum(len(line.elements) for line in backup.read_backup(file) if feed(line))
            assert told == content.entries
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    for table in tables:
        table.store.close()


def feed(line):
    return isinstance(line, StreamRecord) and line.key.endswith(b":feed")


def test_a_running_embedded_server_is_found_and_goes_on(file, tmp_path, opened):
    config = Config(data=tmp_path / "data")
    config.data.mkdir()
    table = BackedUpTable(opened(run_server(EmbeddedServer(config.data))))
    table.play(5)

    assert back_up(config, file, silent).matches == 1

    table.play(5)
    table.store.close()


@pytest.mark.parametrize("name", ["../outside", "archive/../../outside", "/etc/outside", "grubenbuch.json"])
def test_a_file_that_is_none_of_ours_is_not_written(file, tmp_path, name):
    backup.write_backup(file, 1, [backup.KeptFile(name, b"x")])
    with pytest.raises(BadBackup, match="none of ours"):
        restore(Config(data=tmp_path / "data"), file, silent, replace=False)
    assert not (tmp_path / "outside").exists()


def test_a_book_that_is_there_is_never_overwritten(server, config, file, tmp_path, opened):
    """Not without a word; and then what was there is moved aside, on one's own disk."""
    table = BackedUpTable(server.url)
    back_up(config, file, silent)
    with server.client() as client:
        before = client.dbsize()
        with pytest.raises(DataError, match="already holds something"):
            restore(config, file, silent, replace=False)
        assert client.dbsize() == before
        restore(config, file, silent, replace=True)
        assert client.dbsize() == before
    own = Config(data=tmp_path / "own")
    restore(own, file, silent, replace=False)
    with pytest.raises(DataError, match="already holds a book"):
        restore(own, file, silent, replace=False)
    restore(own, file, silent, replace=True)
    assert len(list(own.data.glob("redis.before-*/appendonlydir"))) == 1
    table.at(opened(reach_book(own)))
    table.play(3)
    table.store.close()


def test_a_restore_throws_away_nothing_but_the_book(server, config, file):
    table = BackedUpTable(server.url)
    back_up(config, file, silent)
    with server.client() as client:
        client.set("somebody's own", "x")
        restore(config, file, silent, replace=True)
        assert client.get("somebody's own") == b"x"
    table.play(3)
    table.store.close()


def test_a_key_that_is_none_of_the_books_is_not_written(file, tmp_path):
    backup.write_backup(file, 1, [TextRecord(b"rq:job:forged", b"x")])
    with pytest.raises(BadBackup, match="none of the book's: b'rq:job:forged'"):
        restore(Config(data=tmp_path / "data"), file, silent, replace=False)
    assert not (tmp_path / "data").exists()


def test_a_restore_that_broke_off_is_done_again(server, config, file, tmp_path, monkeypatch):
    BackedUpTable(server.url).store.close()
    back_up(config, file, silent)
    own = Config(data=tmp_path / "own")

    def broken(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("service.maintenance.backup.holds_record", broken)
        with pytest.raises(KeyboardInterrupt):
            restore(own, file, silent, replace=False)
    assert not (own.data / "redis").exists()
    restore(own, file, silent, replace=False)
    with reach_book(own) as url, redis.Redis.from_url(url, protocol=2) as found:
        assert all(
            holds_record(found, record)
            for record in backup.read_backup(file)
            if not isinstance(record, backup.BackupBegin)
        )


def test_every_damage_is_found_before_anything_is_touched(server, config, file, tmp_path):
    BackedUpTable(server.url).store.close()
    back_up(config, file, silent)
    whole, random = file.read_bytes(), Random(7)
    target = Config(data=tmp_path / "own")
    for _ in range(60):
        spoilt = bytearray(whole)
        spoilt[random.randrange(10, len(whole))] ^= 1 << random.randrange(8)
        file.write_bytes(spoilt)
        with pytest.raises(BadBackup):
            restore(target, file, silent, replace=False)
    for length in (0, 10, len(whole) // 2, len(whole) - 9, len(whole) - 1):
        file.write_bytes(whole[:length])
        with pytest.raises(BadBackup):
            restore(target, file, silent, replace=False)
    assert not target.data.exists()


def test_a_book_torn_apart_is_found_although_the_file_is_whole(server, config, file):
    table = BackedUpTable(server.url)
    table.play(5)
    key = table.store._keys.of_match(table.id, "book")
    with server.client() as client:
        client.xdel(key, "4-0")
    with pytest.raises(BadBackup, match=f"{table.id}: entry 4"):
        back_up(config, file, silent)
    table.store.close()


def test_a_head_without_its_book_is_found(server, config, file):
    table = BackedUpTable(server.url)
    with server.client() as client:
        client.delete(table.store._keys.of_match(table.id, "book"))
    with pytest.raises(BadBackup, match="does not end where its head says"):
        back_up(config, file, silent)
    table.store.close()


def test_a_gap_in_the_feed_is_found(server, config, file):
    table = BackedUpTable(server.url)
    with server.client() as client:
        client.xdel(table.store._keys.feed(0), "2-0")
    with pytest.raises(BadBackup, match="number 2 is missing in the feed of partition 0"):
        back_up(config, file, silent)
    table.store.close()


def test_a_failed_backup_leaves_nothing_behind(server, config, file):
    with server.client() as client:
        client.rpush("gb:odd", "x")
    with pytest.raises(UnknownKeyKind, match="gb:odd"):
        back_up(config, file, silent)
    assert not file.exists()
    assert [path.name for path in file.parent.iterdir() if "draft" in path.name] == []


def test_entries_of_archived_matches_are_counted(archived, file):
    content = check_backup(file)
    assert (content.matches, content.entries) == (2, 10)


@pytest.mark.parametrize(
    "damage", [lambda whole: whole[:-9], lambda _: b"", lambda _: lzma.compress(b"{}\n{}")]
)
def test_a_damaged_archive_is_named_and_leaves_an_older_backup_as_it_was(config, archived, file, damage):
    (rotten,) = config.data.glob("archive/*/m2.book.xz")
    rotten.write_bytes(damage(rotten.read_bytes()))
    older = file.read_bytes()
    for path in (file, file.with_name("another")):
        with pytest.raises(BadBackup, match="the archive of match m2"):
            back_up(config, path, silent)
    assert file.read_bytes() == older
    assert [path for path in file.parent.iterdir() if path.is_file()] == [file]


def test_what_is_not_the_books_or_expires_is_left_out(server):
    with server.client() as client:
        client.set("rq:job", "x")
        client.set("gb:soon", "x", ex=1000)
        client.set("gb:word", "x")
        client.zadd("{gb:0}:due", {"a": 1_700_000_000_000, "b": 2})
        found = read_records(client, sorted(find_keys(client)), {})
        assert list(found) == [
            TextRecord(b"gb:word", b"x"),
            RankingRecord(b"{gb:0}:due", [(b"b", 2), (b"a", 1_700_000_000_000)]),
        ]


def test_another_format_is_refused(file, monkeypatch):
    monkeypatch.setattr(backup, "BACKUP_FORMAT", "grubenbuch-backup/9")
    backup.write_backup(file, 1, [])
    monkeypatch.undo()
    with pytest.raises(BadBackup, match="grubenbuch-backup/9"):
        check_backup(file)
