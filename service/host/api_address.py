"""The address of the API of a data directory: `up` notes it, so commands beside it need no option."""

import http.client
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec

from events.whole_files import write_whole_file
from service.config import Config

LONGEST_ANSWER: Final = 10_000  # bytes that are read of it
SECONDS_TO_REPLY: Final = 2
ADDRESS_FILE: Final = "address.json"  # a file of the data directory
REACHABLE_AT: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 names a caller can use for what was bound


class NotedApi(msgspec.Struct, frozen=True, kw_only=True):
    """The API that `up` has started last. The file is for its owner alone, as the server's secret is."""

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
    api = NotedApi(url=address_of(config), process=os.getpid(), monitor_token=config.monitor_token)
    write_whole_file(note, msgspec.json.encode(api) + b"\n")
    try:
        yield
    finally:
        note.unlink(missing_ok=True)


def running_api(data: Path) -> NotedApi | None:
    """Return the API of the `up` that runs in this directory, None if none does."""
    try:
        api = msgspec.json.decode((data / ADDRESS_FILE).read_bytes(), type=NotedApi)
        os.kill(api.process, 0)
    except (FileNotFoundError, ProcessLookupError, msgspec.MsgspecError):
        return None
    except PermissionError:  # it is there, and somebody else's
        pass
    return api


def ask_api(url: str, token: str | None = None) -> tuple[int, bytes]:
    """Return status and body of a GET; raise OSError or HTTPException where there is no answer."""
    place = urlsplit(url)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=SECONDS_TO_REPLY)
    try:
        connection.request("GET", place.path, headers={"Authorization": f"Bearer {token}"} if token else {})
        answer = connection.getresponse()
        return answer.status, answer.read(LONGEST_ANSWER)
    finally:
        connection.close()
