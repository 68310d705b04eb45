"""A backup taken while people play, and the drill: bring it back elsewhere, find everything, play on."""

import lzma
import threading
from contextlib import ExitStack
from random import Random

import pytest
import redis

from entries import NOON, run_of_entries
from events import backup
from events.archive import Archive
from events.backup import BadBackup, check
from events.history import chained
from events.records import Ranking, Stream, Text, UnknownKind, holds, records
from events.redis_store import connect
from events.store import Append
from servers import Server, any_binary
from service.archiving import archive_finished
from service.backup import back_up, restore
from service.backup_files import files
from service.config import Config
from service.data import MARKER, claimed
from service.embedded import EmbeddedServer
from service.errors import DataError
from service.matches import Matches, Person
from service.opening import Opening
from service.standing import book_of, standing
from service.store import ARCHIVE
from service.summary import question_of
from service.writing import Request

SECRET = b"s" * 32


def silent():
    """Nobody watches the progress."""


class Table:
    """Two people at a match; one plays for both."""

    def __init__(self, url, number=0):
        self.store = connect(url)
        self.matches = Matches(self.store, SECRET)
        opened = self.matches.open(Opening(game="schiefer", seats=2), Request(cause=f"open {number}"))
        self.id, self.count, self.random = opened.match, 0, Random(number)
        self.tokens = [
            self.matches.sit_down(self.id, seat, "", Person(name="Ada"), Request()).seat_token
            for seat in range(2)
        ]
        self.matches.start(self.id, Request(token=opened.host_token))

    def at(self, url):
        """The same people before another server."""
        self.store.close()
        self.store = connect(url)
        self.matches = Matches(self.store, SECRET)

    def play(self, times):
        for _ in range(times):
            live = self.matches.lives.fresh(self.id)
            question = question_of(live.match)
            command = self.random.choice(live.match.rules.rules.legal(live.match.table, question))
            self.count += 1
            cause = f"{self.id} {self.count}"
            self.matches.submit(self.id, command, Request(token=self.tokens[question.seat], cause=cause))

    def written(self):
        """Book, head, causes and drawers."""
        store, entries = self.store, list(chained(self.store.entries(self.id)))
        head = store.head(self.id)
        assert (head.version, head.hash) == (len(entries), entries[-1].hash)
        causes = [store.cause(self.id, entry.cause) for entry in entries if entry.cause]
        assert [version for _, version in causes] == [entry.version for entry in entries if entry.cause]
        drawers = {name: store.drawer(self.id, name) for name in ("tokens", "people", "seed")}
        return entries, head, causes, drawers


@pytest.fixture
def server():
    with Server(any_binary()) as running:
        with running.client() as client:
            client.config_set("repl-diskless-sync-delay", "0")
        yield running


@pytest.fixture
def config(server, tmp_path):
    return Config(redis_url=server.url, data=tmp_path / "data")


@pytest.fixture
def file(tmp_path):
    return tmp_path / "backup"


@pytest.fixture
def opened():
    with ExitStack() as stack:
        yield stack.enter_context


def test_the_drill(server, config, file, tmp_path, opened):
    """Play, back up, play on; what comes back elsewhere is what was there then, and it goes on."""
    tables = [Table(server.url, number) for number in range(3)]
    for table in tables:
        table.play(20)
    then = [table.written() for table in tables]

    content = back_up(config, file, silent)
    for table in tables:
        table.play(5)

    assert (content.matches, content.entries) == (3, sum(len(entries) for entries, *_ in then))
    elsewhere = Config(data=tmp_path / "elsewhere")
    restore(elsewhere, file, silent, replace=False)
    url = opened(book_of(elsewhere))
    for table, before in zip(tables, then, strict=True):
        table.at(url)
        assert table.written() == before
        table.play(10)
        assert len(table.written()[0]) == len(before[0]) + 10
        table.store.close()


def test_a_backup_under_load_is_of_one_moment(server, config, file):
    """Whatever is in the feed is in the books, and nothing else: nobody was caught half way."""
    tables = [Table(server.url, number) for number in range(4)]
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
            told = sum(len(line.elements) for line in backup.read(file) if feed(line))
            assert told == content.entries
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    for table in tables:
        table.store.close()


def feed(line):
    return isinstance(line, Stream) and line.key.endswith(b":feed")


def test_a_running_embedded_server_is_found_and_goes_on(file, tmp_path, opened):
    config = Config(data=tmp_path / "data")
    config.data.mkdir()
    table = Table(opened(standing(EmbeddedServer(config.data))))
    table.play(5)

    assert back_up(config, file, silent).matches == 1

    table.play(5)
    table.store.close()


def test_the_key_of_the_server_and_the_archive_come_along(server, config, file, tmp_path):
    (config.data / ARCHIVE / "ab").mkdir(parents=True)
    (config.data / "secret").write_text("k" * 64)
    (config.data / ARCHIVE / "ab" / "m.gb").write_bytes(b"packed")
    (config.data / "logs").mkdir()
    (config.data / "logs" / "api.log").write_text("nobody needs this")
    back_up(config, file, silent)

    restored = tmp_path / "elsewhere"
    restore(Config(data=restored), file, silent, replace=False)

    assert (restored / "secret").read_text() == "k" * 64
    assert (restored / ARCHIVE / "ab" / "m.gb").read_bytes() == b"packed"
    assert not (restored / "logs").exists()
    for path in (file, restored / "secret"):
        assert path.stat().st_mode & 0o077 == 0


@pytest.fixture
def archived(server, config, file):
    """The backup of a server with its key and two archived matches, and what is in their files."""
    store = connect(server.url)
    for match in ("m1", "m2"):
        for entry in (run := run_of_entries(5)):
            store.append(Append(match=match, entry=entry, closes=entry is run[-1]))
    assert archive_finished(store, Archive(config.data / ARCHIVE), NOON + 1).matches == 2
    store.close()
    (config.data / "secret").write_text("k" * 64)
    back_up(config, file, silent)
    return {kept.name: kept.content for kept in files(config.data)}


def lying(data):
    return {kept.name: kept.content for kept in files(data)}


def test_a_restore_puts_a_whole_key_and_archive_in_the_place_of_others(archived, file, tmp_path):
    own = Config(data=tmp_path / "own")
    restore(own, file, silent, replace=False)
    first, second = sorted(own.data.glob("archive/*/*.book.xz"))
    damaged, late = first.read_bytes()[:-9], own.data / ARCHIVE / "00" / "late.book.xz"
    first.write_bytes(damaged)
    second.unlink()
    late.parent.mkdir(exist_ok=True)
    late.write_bytes(b"of a match that ended after the backup")
    (own.data / "secret").write_text("f" * 64)

    restore(own, file, silent, replace=True)

    assert lying(own.data) == archived
    (aside,) = own.data.glob("archive.before-*")
    assert (aside / first.relative_to(own.data / ARCHIVE)).read_bytes() == damaged
    assert (aside / "00" / "late.book.xz").exists()
    assert [path.read_text() for path in own.data.glob("secret.before-*")] == ["f" * 64]
    with book_of(own):  # the directory is still one of ours
        pass


def test_damaged_and_missing_files_are_put_right_without_a_word(server, config, archived, file):
    """The archive of a server of one's own: only its disk was damaged, the server is empty."""
    first, second = sorted(config.data.glob("archive/*/*.book.xz"))
    first.write_bytes(first.read_bytes()[:-9])
    second.unlink()
    (config.data / "secret").write_text("")
    with server.client() as client:
        client.flushdb()

    restore(config, file, silent, replace=False)

    assert lying(config.data) == archived
    assert not list(config.data.glob("*.before-*"))


@pytest.mark.parametrize("name", ["secret", "archive/00/late.book.xz"])
def test_a_key_or_an_archive_of_others_is_not_mixed_with_a_backup(server, config, archived, file, name):
    with server.client() as client:
        client.flushdb()
        other = config.data / name
        other.parent.mkdir(exist_ok=True)
        other.write_text("o" * 64)

        with pytest.raises(
            DataError, match=f"1 files .* not those of the backup: {name}. Nothing was touched"
        ):
            restore(config, file, silent, replace=False)

        assert client.dbsize() == 0
    assert lying(config.data) == archived | {name: b"o" * 64}


def test_up_takes_a_directory_that_began_with_a_restore_into_a_server(server, archived, file, tmp_path):
    own = Config(redis_url=server.url, data=tmp_path / "own")
    for _ in range(2):
        restore(own, file, silent, replace=True)
    assert len(list(own.data.glob("archive.before-*"))) == 1
    with claimed(own.data):
        assert (own.data / MARKER).exists()


def test_a_key_stays_where_the_backup_has_none(server, config, file, tmp_path):
    back_up(config, file, silent)
    own = Config(data=tmp_path / "own")
    own.data.mkdir()
    (own.data / "secret").write_text("k" * 64)
    for replace in (False, True):
        restore(own, file, silent, replace=replace)
        assert (own.data / "secret").read_text() == "k" * 64


@pytest.mark.parametrize("name", ["../outside", "archive/../../outside", "/etc/outside", "grubenbuch.json"])
def test_a_file_that_is_none_of_ours_is_not_written(file, tmp_path, name):
    backup.write(file, 1, [backup.Kept(name, b"x")])
    with pytest.raises(BadBackup, match="none of ours"):
        restore(Config(data=tmp_path / "data"), file, silent, replace=False)
    assert not (tmp_path / "outside").exists()


def test_a_book_that_is_there_is_never_overwritten(server, config, file, tmp_path, opened):
    """Not without a word; and then what was there is moved aside, on one's own disk."""
    table = Table(server.url)
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
    table.at(opened(book_of(own)))
    table.play(3)
    table.store.close()


def test_a_restore_that_broke_off_is_done_again(server, config, file, tmp_path, monkeypatch):
    Table(server.url).store.close()
    back_up(config, file, silent)
    own = Config(data=tmp_path / "own")

    def broken(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("service.backup.holds", broken)
        with pytest.raises(KeyboardInterrupt):
            restore(own, file, silent, replace=False)
    assert not (own.data / "redis").exists()
    restore(own, file, silent, replace=False)
    with book_of(own) as url, redis.Redis.from_url(url, protocol=2) as found:
        assert all(
            holds(found, record) for record in backup.read(file) if not isinstance(record, backup.Begin)
        )


def test_every_damage_is_found_before_anything_is_touched(server, config, file, tmp_path):
    Table(server.url).store.close()
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
    table = Table(server.url)
    table.play(5)
    key = table.store._keys.of_match(table.id, "book")
    with server.client() as client:
        client.xdel(key, "4-0")
    with pytest.raises(BadBackup, match=f"{table.id}: entry 4"):
        back_up(config, file, silent)
    table.store.close()


def test_a_head_without_its_book_is_found(server, config, file):
    table = Table(server.url)
    with server.client() as client:
        client.delete(table.store._keys.of_match(table.id, "book"))
    with pytest.raises(BadBackup, match="does not end where its head says"):
        back_up(config, file, silent)
    table.store.close()


def test_a_gap_in_the_feed_is_found(server, config, file):
    table = Table(server.url)
    with server.client() as client:
        client.xdel(table.store._keys.feed(0), "2-0")
    with pytest.raises(BadBackup, match="number 2 is missing in the feed of partition 0"):
        back_up(config, file, silent)
    table.store.close()


def test_a_failed_backup_leaves_nothing_behind(server, config, file):
    with server.client() as client:
        client.rpush("gb:odd", "x")
    with pytest.raises(UnknownKind, match="gb:odd"):
        back_up(config, file, silent)
    assert not file.exists()
    assert [path.name for path in file.parent.iterdir() if "draft" in path.name] == []


def test_entries_of_archived_matches_are_counted(archived, file):
    content = check(file)
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
        assert sorted(records(client), key=lambda record: record.key) == [
            Text(b"gb:word", b"x"),
            Ranking(b"{gb:0}:due", [(b"b", 2), (b"a", 1_700_000_000_000)]),
        ]


def test_another_format_is_refused(file, monkeypatch):
    monkeypatch.setattr(backup, "FORMAT", "grubenbuch-backup/9")
    backup.write(file, 1, [])
    monkeypatch.undo()
    with pytest.raises(BadBackup, match="grubenbuch-backup/9"):
        check(file)
