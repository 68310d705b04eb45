"""A data directory whose book is gone, in part or whole: refused in words; nothing begins in its place."""

import json
import os
import shutil
import signal

import pytest

from events.redis_store.store import connect_redis
from events.store import Append
from service.config import Config
from service.host.book_access import reach_book, run_server
from service.host.embedded_server import EmbeddedServer
from service.host.server_files import NOTE
from service.startup_errors import DataError
from support.api.entries import run_of_entries

OPEN = "is open at"
ENTRIES = run_of_entries(5)
AOF = "redis/appendonlydir"


@pytest.fixture
def data(open_instance, tmp_path):
    """With a book, closed in order."""
    folder = tmp_path / "data"
    instance = open_instance(data=folder)
    instance.hear(OPEN)
    store = connect_redis(EmbeddedServer(folder).url)
    for entry in ENTRIES:
        store.append(Append(match="m", entry=entry))
    store.close()
    instance.signal(signal.SIGTERM)
    assert instance.ends() == 0
    instance = open_instance(data=folder)  # the second start finds a book and notes it
    instance.hear(OPEN)
    instance.signal(signal.SIGTERM)
    assert instance.ends() == 0
    return folder


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "logs" not in path.parts and path.name not in ("lock", "server.lock")
    }


def lose_folder(data):
    shutil.rmtree(data / AOF)


def lose_server_s_folder(data):
    shutil.rmtree(data / "redis")


def lose_manifest(data):
    (data / AOF / "appendonly.aof.manifest").unlink()


def lose_manifest_and_note(data):
    (data / NOTE).unlink()
    lose_manifest(data)


def lose_increments(data):
    for path in (data / AOF).glob("*.incr.aof"):
        path.unlink()


def lose_bases(data):
    for path in (data / AOF).glob("*.base.*"):
        path.unlink()


def empty_files(data):
    for path in (data / AOF).glob("*.aof"):
        if "base" not in path.name:
            os.truncate(path, 0)


def empty_manifest(data):
    os.truncate(data / AOF / "appendonly.aof.manifest", 0)


LOSSES = [
    lose_folder,
    lose_server_s_folder,
    lose_manifest,
    lose_manifest_and_note,
    lose_increments,
    lose_bases,
    empty_files,
    empty_manifest,
]


@pytest.mark.parametrize("lose", LOSSES)
def test_a_book_that_was_begun_and_is_gone_is_missed(open_instance, data, lose):
    assert json.loads((data / NOTE).read_text())["begun"].endswith("+00:00")
    lose(data)
    before = contents(data)

    instance = open_instance(data=data)

    assert instance.ends() == 1
    said = "".join(instance.said)
    assert "Nothing was touched" in said or "Nothing was changed" in said
    assert OPEN not in said
    assert "Traceback" not in said
    after = contents(data)
    assert {name: after.get(name) for name in before} == before


@pytest.mark.parametrize("lose", [lose_folder, lose_manifest, empty_files])
def test_a_command_without_up_misses_it_too(data, lose):
    lose(data)
    with pytest.raises(DataError, match="Nothing was touched"), reach_book(Config(data=data)):
        pass


def test_who_gives_the_book_up_may_begin_another(open_instance, data):
    shutil.rmtree(data / "redis")
    (data / NOTE).unlink()

    instance = open_instance(data=data)
    instance.hear(OPEN)

    store = connect_redis(EmbeddedServer(data).url)
    assert store.entries("m") == []
    store.close()


def test_a_server_killed_before_its_book_was_begun_starts_again(tmp_path):
    """Nothing is noted before there is a book, so nothing is missed."""
    tmp_path.mkdir(exist_ok=True)
    server = EmbeddedServer(tmp_path)
    with run_server(server):
        pass
    assert not (tmp_path / NOTE).exists()
    shutil.rmtree(server.files)
    with run_server(EmbeddedServer(tmp_path)) as url:
        connect_redis(url).close()
    with run_server(EmbeddedServer(tmp_path)):
        assert (tmp_path / NOTE).exists()
