"""A server, its folder and the file of its backup."""

from contextlib import ExitStack

import pytest

from events.archive.archive import Archive
from events.redis_store.store import connect_redis
from events.store import Append
from service.config import Config
from service.maintenance.archiving import archive_finished
from service.maintenance.backup import back_up, read_files
from service.store import ARCHIVE
from support.api.backups import silent
from support.api.entries import NOON, run_of_entries
from support.servers.servers import Server, any_binary


@pytest.fixture
def server():
    with Server(any_binary()) as running:
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


@pytest.fixture
def archived(server, config, file):
    """The backup of a server with its key and two archived matches, and what is in their files."""
    store = connect_redis(server.url)
    for match in ("m1", "m2"):
        for entry in (run := run_of_entries(5)):
            store.append(Append(match=match, entry=entry, closes=entry is run[-1]))
    assert archive_finished(store, Archive(config.data / ARCHIVE), NOON + 1).matches == 2
    store.close()
    (config.data / "secret").write_text("k" * 64)
    back_up(config, file, silent)
    return {kept.name: kept.content for kept in read_files(config.data)}
