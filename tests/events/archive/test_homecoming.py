"""What an older program put away with a match that had the id of a place of the house comes home."""

import fakeredis
import pytest

from events.archive.archive import Archive, pack_book
from events.archive.archived_store import ArchivedStore
from events.archive.homecoming import ASIDE, HOMECOMING, bring_house_home
from events.redis_book.redis_store import RedisStore
from events.store import Belongings, ServerScope
from events.whole_files import write_whole_file
from support.desk.entries import run_of_entries

CLIENTS = ServerScope("clients")
ADA = "_player-0123456789abcdef01234567"
FORGED = {
    "_clients": {"names": {"tafel": b'{"key":"old"}', "brett": b'{"key":"b"}'}, "turn": {"turn": b"2"}},
    ADA: {"matches": {"m": b"1"}},
}


@pytest.fixture
def store():
    return RedisStore(fakeredis.FakeRedis())


@pytest.fixture
def archive(tmp_path):
    """As the older program left it, with an honest match beside."""
    made = Archive(tmp_path / "archive")
    for match, documents in {**FORGED, "m": {"people": {"0": b"Ada"}}}.items():
        entries = run_of_entries(2)
        kept = Belongings(entries=entries, numbers=[1, 2], causes={}, documents=documents)
        write_whole_file(made.folder / "0a" / f"{match}.book.xz", pack_book(match, kept))
    return made


def files(archive):
    return {path.name for path in archive.folder.rglob("*") if path.is_file() and path.name != ".lock"}


def test_they_are_brought_home_where_they_are_missing(store, archive):
    store.put(CLIENTS, "names", {"tafel": b'{"key":"new"}'})

    bring_house_home(store, archive)

    house = ArchivedStore(store, archive)
    assert house.document(CLIENTS, "names") == {"tafel": b'{"key":"new"}', "brett": b'{"key":"b"}'}
    assert house.field(CLIENTS, "turn", "turn") == b"2"
    assert house.document(ServerScope(ADA.removeprefix("_")), "matches") == {"m": b"1"}
    aside = {f"{match}.book.xz{ASIDE}" for match in FORGED}
    assert files(archive) == {HOMECOMING, "m.book.xz"} | aside


def test_what_is_dropped_afterwards_does_not_come_back(store, archive):
    bring_house_home(store, archive)
    store.put(CLIENTS, "names", {"brett": None})

    bring_house_home(store, archive)

    assert set(store.document(CLIENTS, "names")) == {"tafel"}


def test_a_process_that_dies_on_the_way_leaves_the_rest_to_the_next(store, archive, monkeypatch):
    swap, made = store.swap, []

    def dies(*words):
        if len(made) == 2:
            raise KeyboardInterrupt
        made.append(words)
        return swap(*words)

    monkeypatch.setattr(store, "swap", dies)
    with pytest.raises(KeyboardInterrupt):
        bring_house_home(store, archive)
    monkeypatch.undo()

    bring_house_home(store, archive)

    assert set(store.document(CLIENTS, "names")) == {"tafel", "brett"}
    assert HOMECOMING in files(archive)


def test_a_file_that_cannot_be_read_keeps_no_house_from_opening(store, archive):
    (archive.folder / "0a" / "_clients.book.xz").write_bytes(b"x")

    bring_house_home(store, archive)

    assert store.document(CLIENTS, "names") == {}
    assert (archive.folder / "0a" / f"_clients.book.xz{ASIDE}").read_bytes() == b"x"
    assert store.document(ServerScope(ADA.removeprefix("_")), "matches") == {"m": b"1"}


def test_where_there_is_no_archive_none_is_made(store, tmp_path):
    bring_house_home(store, Archive(tmp_path / "archive"))
    assert not (tmp_path / "archive").exists()
