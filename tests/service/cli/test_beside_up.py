"""The operator's commands as they are called: beside an `up` that runs, and after it was closed."""

import json
import os
import signal
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

import pytest

from support.servers.patience import PATIENCE
from support.servers.ports import free_port
from support.servers.running_instance import ROOT

TOKEN = "a-token-that-only-a-monitor-knows-0123"
UNSET = {"REDIS_URL", "RQ_REDIS_URL", "REDIS_CLUSTER_URL", "DATA", "PORT", "GRUBENBUCH_SECRET"}


class Operator:
    """A data directory, a port, and a shell in which nothing is set."""

    def __init__(self, folder):
        self.data, self.port, self.instance = folder / "data", free_port(), None
        self.environ = {name: value for name, value in os.environ.items() if name not in UNSET}
        self.environ |= {"PYTHONPATH": str(ROOT), "WEB_WORKERS": "1", "JOB_WORKERS": "1", "COLUMNS": "200"}

    def start(self, *words, **more):
        return subprocess.Popen(
            [sys.executable, "-m", *map(str, words)],
            env=self.environ | more,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words, module="service.cli"):
        process = self.start(module, *words)
        process.said, process.complained = process.communicate(timeout=PATIENCE)
        return process

    def up(self):
        words = ("up", "--data", self.data, "--port", self.port)
        self.instance = self.start("service.cli", *words, MONITOR_TOKEN=TOKEN)
        for line in self.instance.stdout:
            if "is open at" in line:
                return
        pytest.fail(self.instance.stderr.read())

    def close(self, number=signal.SIGTERM):
        if self.instance is not None:
            self.instance.send_signal(number)
            self.instance.communicate(timeout=PATIENCE)
            self.instance = None

    def status(self, *words):
        return self.run("status", "--data", self.data, *words)


@pytest.fixture(scope="module")
def operator(tmp_path_factory):
    someone = Operator(tmp_path_factory.mktemp("operator"))
    someone.up()
    wanted = {"game": "schiefer", "seats": 2, "bots": [{"seat": seat, "mind": "random"} for seat in (0, 1)]}
    call(someone, "/matches", wanted)
    yield someone
    someone.close()


def call(operator, path, body):
    request = Request(f"http://127.0.0.1:{operator.port}/v1{path}", json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    with urlopen(request) as answer:
        return json.load(answer)


COMMANDS = [
    ("backup", "FILE", "--overwrite"),
    ("archive", "--older-than", "30d"),
    ("client", "add", "my-app"),
    ("client", "list"),
    ("client", "remove", "my-app"),
    ("client", "erase-player", "my-app/ada"),
    ("edition", "list"),
    ("ratings",),
    ("ratings", "--rebuild"),
    ("report", "--data", "DATA"),
]


def carry_out(operator, words):
    places = {"FILE": str(operator.data.parent / "backup"), "DATA": str(operator.data)}
    operator.environ["DATA"] = str(operator.data)
    return operator.run(*(places.get(word, word) for word in words))


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_it_finds_the_book_beside_up(operator, words):
    done = carry_out(operator, words)

    assert (done.returncode, done.complained) == (0, "")


def test_open_work_is_enqueued_by_hand_beside_up(operator):
    operator.environ["DATA"] = str(operator.data)
    done = operator.run("--rebuild", module="workers.dispatcher")

    assert done.returncode == 0, done.complained
    assert "enqueued" in done.complained


def test_status_shows_the_token_that_up_was_given_and_nobody_else_has(operator):
    done = operator.status()

    assert done.returncode == 0, done.said + done.complained
    assert f"http://127.0.0.1:{operator.port} answers 200" in done.said
    assert TOKEN not in done.said


def test_status_of_a_port_without_its_token_says_who_is_told_more(operator):
    done = operator.status("--port", operator.port)

    assert done.returncode == 0, done.said
    assert "for those who know its MONITOR_TOKEN" in done.said


def test_status_of_another_data_directory_does_not_take_this_server_for_its_own(operator, tmp_path):
    (tmp_path / "redis").mkdir()
    (tmp_path / "secret").write_text("o" * 64)
    done = operator.run("status", "--data", tmp_path, "--port", operator.port)

    assert done.returncode == 1
    assert "is answered by another Grubenbuch" in done.said


class Stranger(BaseHTTPRequestHandler):
    """Says yes to whatever it is asked."""

    def do_GET(self):
        self.server.asked.append(self.path)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"status":"ready"}')

    def log_message(self, *_):
        pass


@pytest.fixture
def stranger():
    with ThreadingHTTPServer(("127.0.0.1", 0), Stranger) as server:
        server.asked = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_status_of_a_closed_server_asks_no_stranger_at_its_port(tmp_path, number):
    operator = Operator(tmp_path)
    operator.up()
    operator.close(number)
    wait_for_the_port(operator.port)
    with ThreadingHTTPServer(("127.0.0.1", operator.port), Stranger) as server:
        server.asked = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        operator.environ["PORT"] = str(operator.port)  # as 8080 is where nothing else is said
        done = operator.status()
        server.shutdown()

    assert done.returncode == 1
    assert f"no `up` runs in {operator.data}" in done.said.replace("\n", "")
    assert server.asked == []
    assert carry_out(operator, ("ratings", "--rebuild")).returncode == 0


def wait_for_the_port(port):
    """After a kill the API ends by itself."""
    for _ in range(100):
        try:
            ThreadingHTTPServer(("127.0.0.1", port), Stranger).server_close()
        except OSError:
            threading.Event().wait(0.1)
        else:
            return


def test_status_of_a_port_that_another_program_answers_says_so(operator, stranger):
    done = operator.status("--port", stranger.server_port)

    assert done.returncode == 1
    assert "is answered by another program" in done.said
