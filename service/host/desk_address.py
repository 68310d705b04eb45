"""Where the desk of a data directory listens: `up` notes it, and commands beside it need not be told."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from events.whole_files import write_whole_file
from service.config import Config

ADDRESS_FILE: Final = "address.json"  # a file of the data directory
REACHABLE_AT: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 names a caller can use for what was bound


class NotedDesk(msgspec.Struct, frozen=True, kw_only=True):
    """The desk that `up` has opened last. The file is for its owner alone, as the server's secret is."""

    url: str
    process: int  # of `up`
    monitor_token: str | None = None  # that readiness asks for


def address_of(config: Config) -> str:
    host = REACHABLE_AT.get(config.host, config.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{config.port}"


@contextmanager
def noted_address(config: Config) -> Iterator[None]:
    """Note it for as long as the block runs; after a kill the note stays, and its process is gone."""
    note = config.data / ADDRESS_FILE
    desk = NotedDesk(url=address_of(config), process=os.getpid(), monitor_token=config.monitor_token)
    write_whole_file(note, msgspec.json.encode(desk) + b"\n")
    try:
        yield
    finally:
        note.unlink(missing_ok=True)


def running_desk(data: Path) -> NotedDesk | None:
    """Return the desk of the `up` that runs in this directory, None if none does."""
    try:
        desk = msgspec.json.decode((data / ADDRESS_FILE).read_bytes(), type=NotedDesk)
        os.kill(desk.process, 0)
    except (FileNotFoundError, ProcessLookupError, msgspec.MsgspecError):
        return None
    except PermissionError:  # it is there, and somebody else's
        pass
    return desk
