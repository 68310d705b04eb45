"""What `up` refuses: in one message, without a traceback, and without touching anything."""

import json
import os
import signal
import socket
import subprocess

import pytest
import redis

from service.host import embedded_server as embedded
from service.host.embedded_server import EmbeddedServer
from service.startup_errors import ServerError

OPEN = "is open at"
APPENDED = "*3\r\n$3\r\nSET\r\n$1\r\na\r\n$1\r\nb\r\n"
SELECTED = "*2\r\n$6\r\nSELECT\r\n$1\r\n0\r\n"


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def data_with_book(folder, book):
    files = folder / "redis/appendonlydir"
    files.mkdir(parents=True)
    (folder / "grubenbuch.json").write_text('{"format": 1}')
    (files / "appendonly.aof.manifest").write_text("file appendonly.aof.1.incr.aof seq 1 type i\n")
    (files / "appendonly.aof.1.incr.aof").write_text(book)
    return files


def start_orphan(data):
    """A server as a killed run leaves it where nothing ends it: no supervisor, still holding the files."""
    data.mkdir(exist_ok=True)
    (data / "grubenbuch.json").write_text('{"format": 1}')
    server = EmbeddedServer(data)
    spec = server.spec()
    files = spec.prepare()
    orphan = subprocess.Popen(spec.argv, stdout=subprocess.DEVNULL, pass_fds=files)
    os.close(files[0])
    return server, orphan


def test_a_busy_port(grubenbuch, tmp_path, port):
    with socket.create_server(("127.0.0.1", port)):
        answer = grubenbuch("up", "--data", tmp_path / "data", "--port", port)

    assert answer.returncode == 1
    assert answer.stderr.startswith(f"grubenbuch: Port {port} is taken")
    assert not (tmp_path / "data/redis").exists()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PORT", "eighty"),
        ("PORT", "70000"),
        ("JOB_WORKERS", "0"),
        ("PARTITIONS", "-1"),
        ("REDIS_URL", "http://127.0.0.1"),
        ("RQ_REDIS_URL", "redis://127.0.0.1/first"),
        ("CORS_ORIGINS", "example.org"),
        ("LOG_LEVEL", "loud"),
        ("HOST", "not a host"),
    ],
)
def test_a_setting_that_cannot_be_meant_is_named(grubenbuch, tmp_path, variable, value):
    answer = grubenbuch("up", "--data", tmp_path / "data", **{variable: value})

    assert answer.returncode == 2
    assert answer.stderr.startswith(f"grubenbuch: {variable} must")
    assert not (tmp_path / "data").exists()


def test_a_foreign_directory(grubenbuch, tmp_path):
    (tmp_path / "thesis.txt").write_text("do not lose me")
    before = contents(tmp_path)

    answer = grubenbuch("up", "--data", tmp_path)

    assert answer.returncode == 1
    assert "thesis.txt" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert contents(tmp_path) == before


@pytest.mark.parametrize("marker", ["", "{}", "[1]", "\x00\x01", '{"format": 99}'])
def test_a_marker_that_says_nothing_known(grubenbuch, tmp_path, marker):
    (tmp_path / "grubenbuch.json").write_text(marker)

    answer = grubenbuch("up", "--data", tmp_path)

    assert answer.returncode == 1
    assert "Nothing was touched" in answer.stderr
    assert (tmp_path / "grubenbuch.json").read_text() == marker


def test_a_damaged_book_in_the_server_s_own_words(open_instance, tmp_path):
    files = data_with_book(tmp_path, SELECTED + "this is no command\r\n" + APPENDED)
    before = contents(files)

    instance = open_instance(data=tmp_path)

    assert instance.ends() == 1
    assert "Bad file format reading the append only file" in "".join(instance.said)
    assert "Copy that directory before you repair anything" in instance.said[-1]
    assert contents(files) == before


def test_a_half_written_last_command_is_no_damage(open_instance, tmp_path):
    data_with_book(tmp_path, SELECTED + APPENDED + APPENDED[:17])

    instance = open_instance(data=tmp_path)
    instance.hear(OPEN)

    assert redis.Redis(unix_socket_path=str(tmp_path / "redis/redis.sock")).get("a") == b"b"


def test_a_second_up_on_the_same_data(open_instance, grubenbuch):
    instance = open_instance()
    instance.hear(OPEN)

    answer = grubenbuch("up", "--data", instance.data, "--port", "1")

    assert answer.returncode == 1
    assert f"in use by another `grubenbuch up` (process {instance.process.pid})" in answer.stderr


def test_an_orphaned_server_hands_its_book_over(open_instance, tmp_path, eventually):
    data = tmp_path / "data"
    server, orphan = start_orphan(data)
    eventually(server.answers)
    server.ask("SET", "acknowledged", "yes")

    open_instance(data=data).hear(OPEN)

    assert orphan.wait() == 0
    assert server.ask("GET", "acknowledged") == "yes"


def test_an_orphaned_server_that_does_not_answer_is_left_alone(tmp_path, eventually, monkeypatch):
    server, orphan = start_orphan(tmp_path / "data")
    eventually(server.answers)
    server.socket.unlink()
    monkeypatch.setattr(embedded, "SECONDS_TO_TAKE_OVER", 0.2)

    with pytest.raises(ServerError, match="still writes"):
        server.prepare()

    assert orphan.poll() is None
    orphan.send_signal(signal.SIGTERM)
    orphan.wait()


def test_a_path_too_long_for_a_socket_is_no_reason_to_refuse(open_instance, tmp_path):
    data = tmp_path / ("very-" * 12 + "long") / ("very-" * 12 + "long")
    instance = open_instance(data=data)
    instance.hear(OPEN)
    server = EmbeddedServer(data)

    assert server.answers()
    assert server.socket.parent.stat().st_mode & 0o077 == 0  # nobody else reaches the socket
    instance.signal(signal.SIGTERM)
    assert instance.ends() == 0
    server.socket.parent.rmdir()


def test_the_server_keeps_what_it_acknowledged_and_listens_on_no_port(open_instance, tmp_path):
    instance = open_instance()
    instance.hear(OPEN)
    settings = redis.Redis.from_url(EmbeddedServer(instance.data).url, decode_responses=True).config_get("*")

    kept = {name: settings[name] for name in ("appendonly", "appendfsync", "maxmemory-policy", "port")}
    assert kept == {
        "appendonly": "yes",
        "appendfsync": "always",
        "maxmemory-policy": "noeviction",
        "port": "0",
    }
    assert json.loads((instance.data / "grubenbuch.json").read_text()) == {"format": 1}
