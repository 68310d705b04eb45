"""An API on gunicorn over a durable Redis, and the processor time that both spend."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import fields
from pathlib import Path

import redis

from measuring.servers import listens, until
from service.config import HOME, Config
from service.host.embedded_server import DURABLE, server_binary

BENCH = Path(__file__).parents[1]
SECRET = "s" * 32
ANY = 64  # so many matches are spread over all processes
TICKS = os.sysconf("SC_CLK_TCK")
NO_LIMITS = {setting.name.upper(): "0" for setting in fields(Config) if setting.name.endswith("_limit")}


class Server(str):
    """The address at which it answers."""

    __slots__ = ("pid",)

    def __new__(cls, address, pid):
        server = super().__new__(cls, address)
        server.pid = pid
        return server

    def settings(self):
        """What an API is told whose book it is."""
        return {"REDIS_URL": str(self)}

    def count_calls(self, command):
        """How often this Redis has carried out a command."""
        return count_calls_of(str(self), command)

    def spent(self):
        """Seconds of processor time, with those of its own processes."""
        return sum(processor_time(pid) for pid in (self.pid, *children(self.pid)))


def count_calls_of(url, command):
    with redis.Redis.from_url(url) as client:
        return client.info("commandstats").get(f"cmdstat_{command}", {"calls": 0})["calls"]


@contextlib.contextmanager
def redis_server(room, settings=DURABLE):
    room.mkdir(exist_ok=True)
    place = room / "s"
    settings = settings | {"dir": str(room), "unixsocket": str(place), "loglevel": "warning"}
    words = [word for setting in settings.items() for word in (f"--{setting[0]}", setting[1])]
    with process([server_binary(), *words], os.environ) as running:
        until(lambda: listens(place))
        yield Server(f"unix://{place}", running.pid)


@contextlib.contextmanager
def api_server(room, book, workers, home=HOME, sockets=None):
    """The API without its limits; `home` is the checkout whose API it is, `sockets` a folder for a door."""
    settings = book.settings() | ({"WEB_SOCKETS": str(sockets), "PROXIES": "1"} if sockets else {})
    with gunicorn("service.api.app:create_app()", room, settings, workers, home) as running:
        yield running


@contextlib.contextmanager
def door_server(haproxy, sockets):
    """The proxy of `haproxy.cfg` in front of an API, once it knows which processes are there."""
    address = f"127.0.0.1:{free_port()}"
    environ = os.environ | {"PROXY_BIND": address, "WEB_SOCKETS": str(sockets)}
    with process((haproxy, "-db", "-q", "-f", str(HOME / "haproxy.cfg")), environ) as running:
        until(lambda: all(says_unknown(f"http://{address}/v1/matches/{number}") for number in range(ANY)))
        yield Server(f"http://{address}", running.pid)


def says_unknown(url):
    """A web process has looked for it: the proxy alone does not know what there is."""
    try:
        with urllib.request.urlopen(url, timeout=5):
            return False
    except urllib.error.HTTPError as answer:
        return answer.code == 404
    except OSError:
        return False


@contextlib.contextmanager
def hello_server(workers):
    """A bare Flask answer on gunicorn as it comes."""
    port = free_port()
    words = ["--worker-class", "gevent", "--workers", str(workers), "--bind", f"127.0.0.1:{port}"]
    words += ["--keep-alive", "30", "--no-control-socket", "--log-level", "warning", "measuring.hello:app"]
    environ = os.environ | {"PYTHONPATH": str(BENCH)}
    with process((sys.executable, "-m", "gunicorn", *words), environ) as running:
        until(lambda: answers(port))
        yield Server(f"http://127.0.0.1:{port}", running.pid)


@contextlib.contextmanager
def gunicorn(app, room, settings, workers, home=HOME):
    port = free_port()
    environ = os.environ | NO_LIMITS
    environ |= settings
    environ |= {
        "PYTHONPATH": f"{home}{os.pathsep}{BENCH}",
        "DATA": str(room),
        "GRUBENBUCH_SECRET": SECRET,
        "PORT": str(port),
        "WEB_WORKERS": str(workers),
        "LOG_LEVEL": "warning",
    }
    words = (sys.executable, "-m", "gunicorn", "--config", "python:service.host.gunicorn_conf", app)
    with process(words, environ, cwd=home) as running:
        until(lambda: answers(port))
        yield Server(f"http://127.0.0.1:{port}", running.pid)


@contextlib.contextmanager
def process(words, environ, cwd=None):
    running = subprocess.Popen(words, env=environ, cwd=cwd, stdout=subprocess.DEVNULL)
    try:
        yield running
    finally:
        running.terminate()
        running.wait(20)


def require_program(name, package):
    if shutil.which(name) is None:
        sys.exit(f"This measurement needs {name}: apt-get install {package}")


def processor_time(pid):
    """Of one process, in seconds, as the system counts it: in its own code and in the kernel's for it."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8")
    except FileNotFoundError:
        return 0.0
    after_name = stat.rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / TICKS


def children(pid):
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in listed.read_text("utf-8").split()] if listed.exists() else []


def answers(port):
    """Whatever it answers: the socket alone is open before there is anybody behind it."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


def free_port():
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return trial.getsockname()[1]
