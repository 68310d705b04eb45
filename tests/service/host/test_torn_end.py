"""An append-only file cut anywhere: no half of a transaction is ever carried out, now or at a later start."""

from random import Random

import pytest

from service.host.server_files import EXEC, MULTI, cut_torn_end, newest_file
from support.servers.servers import Server, redis_binary, valkey_binary


@pytest.fixture(params=[redis_binary, valkey_binary], ids=["redis", "valkey"])
def server(request):
    binary = request.param() or pytest.skip("no such server on this machine")
    with Server(binary) as running:
        yield running


def count_up(client, times):
    """Each transaction writes the same number in two places."""
    for _ in range(times):
        with client.pipeline(transaction=True) as both:
            both.incr("a")
            both.incr("b")
            both.execute()


def numbers(client):
    return [int(value or 0) for value in client.mget("a", "b")]


def test_both_halves_of_every_transaction_stay_together(server):
    random = Random(7)
    for _ in range(12):
        with server.client() as client:
            count_up(client, 5)
            before = numbers(client)
        server.kill()
        file = newest_file(server.folder)
        size = file.stat().st_size
        with file.open("r+b") as torn:
            torn.truncate(size - random.randrange(1, 120))
        cut_torn_end(server.folder)
        server.start()
        with server.client() as client:
            a, b = numbers(client)
            assert a == b
            assert before[0] - 3 <= a < before[0]


def test_what_is_taken_off_is_kept_beside(tmp_path):
    folder = tmp_path / "appendonlydir"
    folder.mkdir()
    whole = MULTI + b"*1\r\n$4\r\nPING\r\n" + EXEC
    (folder / "appendonly.aof.9.incr.aof").write_bytes(MULTI)
    (folder / "appendonly.aof.10.incr.aof").write_bytes(whole + MULTI + b"*3\r\n$3")

    assert cut_torn_end(tmp_path) == len(MULTI) + 6
    assert cut_torn_end(tmp_path) == 0

    assert (folder / "appendonly.aof.10.incr.aof").read_bytes() == whole
    [torn] = tmp_path.glob("torn-*.aof")
    assert torn.read_bytes() == MULTI + b"*3\r\n$3"


@pytest.mark.parametrize("content", [None, b"", MULTI + EXEC, b"*1\r\n$4\r\nPING\r\n"])
def test_what_is_whole_is_left_alone(tmp_path, content):
    folder = tmp_path / "appendonlydir"
    folder.mkdir()
    if content is not None:
        (folder / "appendonly.aof.1.incr.aof").write_bytes(content)
    assert cut_torn_end(tmp_path) == 0
    assert list(tmp_path.glob("torn-*")) == []
