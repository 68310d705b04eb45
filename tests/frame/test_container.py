"""Dockerfile and compose.yaml, read closely: the essentials hold, and what they name exists."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from httpx import Client, HTTPError

from service.commands.up import house
from service.config import Config
from service.host.embedded_server import DURABLE

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
STEPS = [
    line.partition(" ")[::2]
    for line in (ROOT / "Dockerfile").read_text().replace("\\\n", "").splitlines()
    if line and not line.startswith("#")
]
LET_IN = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]


def step(word):
    return [rest.strip() for name, rest in STEPS if name == word]


def test_it_does_not_run_as_root():
    assert step("USER") == ["grubenbuch"]
    assert [name for name, _ in STEPS].index("USER") > [name for name, _ in STEPS].index("RUN")


def test_health_is_asked_in_python_since_a_slim_image_has_no_curl():
    (check,) = step("HEALTHCHECK")
    (_, _, command) = check.partition("CMD ")

    assert yaml.safe_load(command)[:2] == ["python", "-c"]
    compile(yaml.safe_load(command)[2], "healthcheck", "exec")


def test_everything_copied_exists_and_is_let_in():
    sources = [shlex.split(line)[0] for line in step("COPY")]

    assert all((ROOT / source).exists() for source in sources)
    assert sorted(sources) == sorted(LET_IN)


def test_packages_are_installed_before_the_code_is_copied_and_with_hashes():
    order = [f"{name} {rest}" for name, rest in STEPS]
    (install,) = (line for line in order if "pip install" in line)

    assert "--require-hashes -r requirements.lock" in install
    assert (
        order.index("COPY requirements.lock ./") < order.index(install) < order.index("COPY service service")
    )


def test_compose_s_redis_is_as_durable_as_our_own():
    command = SERVICES["redis"]["command"]
    settings = dict(zip(command[1::2], command[2::2], strict=True))

    for name in ("appendonly", "appendfsync", "maxmemory-policy", "save"):
        assert settings[f"--{name}"] == DURABLE[name]
    assert "book:/data" in SERVICES["redis"]["volumes"]
    assert "ports" not in SERVICES["redis"]


@pytest.mark.parametrize("service", ["api", "dispatcher", "worker"])
def test_each_service_waits_for_a_healthy_redis_and_says_how_it_is(service):
    assert SERVICES[service]["depends_on"]["redis"] == {"condition": "service_healthy"}
    assert SERVICES[service]["environment"]["REDIS_URL"] == "redis://redis:6379/0"
    assert SERVICES[service]["image"] == "grubenbuch"


def test_compose_s_queue_keeps_nothing_and_throws_nothing_out():
    said = SERVICES["queue"]["command"]
    assert {said[at]: said[at + 1] for at in range(1, len(said), 2)} == {
        "--appendonly": "no",
        "--maxmemory-policy": "noeviction",
        "--save": "",
    }


def test_the_address_is_published_for_this_machine_only():
    assert all(port.startswith("127.0.0.1:") for port in SERVICES["api"]["ports"])


def test_compose_and_the_image_run_what_up_runs():
    up = {
        spec.name: list(spec.argv[1:]) for spec in house(Config(redis_url="redis://redis"), "redis://redis")
    }

    assert yaml.safe_load(step("CMD")[0])[1:] == up["api"]
    assert SERVICES["dispatcher"]["command"][1:] == up["dispatcher"]
    assert SERVICES["worker"]["command"][1:] == up["worker-1"]
    assert SERVICES["courier"]["command"][1:] == up["courier"]


def test_gunicorn_serves_with_our_settings(tmp_path, port, eventually):
    (tmp_path / "tiny.py").write_text(
        "import sys\n"
        "def app(environ, start_response):\n"
        "    start_response('200 OK', [])\n"
        "    return [b'gevent' if 'gevent.monkey' in sys.modules else b'plain']\n"
    )
    command = ["-m", "gunicorn", "--config", "python:service.host.gunicorn_conf", "tiny:app"]
    path = os.pathsep.join((str(ROOT), str(tmp_path)))
    with (tmp_path / "log").open("w") as log:
        served = subprocess.Popen(
            [sys.executable, *command],
            env=os.environ | {"PYTHONPATH": path, "PORT": str(port), "WEB_WORKERS": "1"},
            cwd=tmp_path,
            stderr=log,
        )
    with Client() as client:

        def answer():
            assert served.poll() is None, (tmp_path / "log").read_text()
            try:
                return client.get(f"http://127.0.0.1:{port}/").text
            except HTTPError:
                return None

        try:
            assert eventually(answer) == "gevent"
        finally:
            served.terminate()
            served.wait()
