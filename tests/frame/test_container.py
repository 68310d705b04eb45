"""Dockerfile and compose.yaml, read closely: the essentials hold, and what they name exists."""

import os
import re
import shlex
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
import yaml
from httpx import Client, HTTPError

from service.cli.up import SPARING_MEMORY, list_processes
from service.config import Config
from service.host.embedded_server import DURABLE

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("requirements.lock", "requirements.run.lock")
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

    assert "--require-hashes -r requirements.run.lock" in install
    assert (
        order.index("COPY requirements.run.lock ./")
        < order.index(install)
        < order.index("COPY service service")
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
    assert SERVICES[service]["environment"]["REDIS_URL"] == (
        "redis://:${BOOK_PASSWORD:?the password of the book}@redis:6379/0"
    )
    assert SERVICES[service]["image"] == "grubenbuch"


def test_compose_s_queue_keeps_nothing_and_throws_nothing_out():
    said = SERVICES["queue"]["command"]
    assert {said[at]: said[at + 1] for at in range(1, len(said), 2)} == {
        "--appendonly": "no",
        "--maxmemory": "384mb",
        "--maxmemory-policy": "noeviction",
        "--save": "",
        "--requirepass": "${QUEUE_PASSWORD:?the password of the queue}",
    }


UNITS = {"mb": 1 << 20, "m": 1 << 20, "gb": 1 << 30, "g": 1 << 30}  # as Redis and Docker count


def bytes_said(text):
    """The default, where a setting may say otherwise."""
    number, unit = re.fullmatch(r"(?:\$\{\w+:-)?(\d+)([a-z]+)\}?", text).groups()
    return int(number) * UNITS[unit]


@pytest.mark.parametrize("server", ["redis", "queue"])
def test_a_server_refuses_before_the_kernel_ends_it(server):
    """A quarter is left for what its file takes while it is rewritten, and for its connections."""
    command = SERVICES[server]["command"]
    most = bytes_said(command[command.index("--maxmemory") + 1])

    assert most <= 0.75 * bytes_said(SERVICES[server]["mem_limit"])
    assert command[command.index("--maxmemory-policy") + 1] == "noeviction"


def test_the_address_is_published_for_this_machine_only():
    assert all(port.startswith("127.0.0.1:") for port in SERVICES["proxy"]["ports"])


OURS = {"api", "dispatcher", "worker", "webhook-sender"}


@pytest.mark.parametrize("service", SERVICES)
def test_a_container_may_do_no_more_than_it_must(service):
    said = SERVICES[service]
    assert said["read_only"] is True
    assert said["cap_drop"] == ["ALL"]
    assert said["security_opt"] == ["no-new-privileges:true"]
    assert said["mem_limit"]
    assert service in OURS or said["user"] in ("redis", "10001")


@pytest.mark.parametrize(("server", "guests"), [("redis", OURS | {"redis"}), ("queue", OURS | {"queue"})])
def test_each_server_has_a_password_and_a_network_that_leads_nowhere_else(server, guests):
    [network] = SERVICES[server]["networks"]
    assert COMPOSE["networks"][network] == {"internal": True}
    assert {name for name, said in SERVICES.items() if network in said["networks"]} == guests
    command = SERVICES[server]["command"]
    password = command[command.index("--requirepass") + 1]
    assert re.fullmatch(r"\$\{[A-Z]+_PASSWORD:\?[a-z ]+\}", password)  # compose refuses to start without
    assert SERVICES[server]["environment"] == {"REDISCLI_AUTH": password}


def test_only_the_webhook_sender_reaches_strangers_and_only_the_proxy_is_reached():
    outward = {name: set(said["networks"]) - {"book", "queue"} for name, said in SERVICES.items()}
    reaching = {name: nets for name, nets in outward.items() if nets}
    assert reaching == {"proxy": {"proxy"}, "webhook-sender": {"outside"}}


def test_the_proxy_finds_the_sockets_of_the_api_and_no_port_but_its_own():
    api, proxy = SERVICES["api"], SERVICES["proxy"]
    folder = api["environment"]["WEB_SOCKETS"]

    assert folder == proxy["environment"]["WEB_SOCKETS"]
    assert f"web:{folder}" in api["volumes"]
    assert f"web:{folder}" in proxy["volumes"]
    assert "ports" not in api
    assert proxy["user"] in (ROOT / "Dockerfile").read_text()


def test_every_setting_is_handed_to_the_api_and_secrets_of_the_api_to_nobody_else():
    inside = {"HOST", "PORT", "DATA", "REDIS_CLUSTER_URL", "JOB_WORKERS"}
    settings = {field.name.upper() for field in fields(Config)} - inside
    assert settings <= set(SERVICES["api"]["environment"])
    for name in OURS - {"api"}:
        assert not {"ADMIN_TOKEN", "MONITOR_TOKEN"} & set(SERVICES[name]["environment"])


def test_what_is_handed_through_and_left_empty_is_the_default():
    empty = {name: "" for name, said in SERVICES["api"]["environment"].items() if said.endswith(":-}")}
    assert Config.from_environment(empty) == Config()


def test_base_images_are_pinned_to_a_patch():
    images = [SERVICES["redis"]["image"], SERVICES["queue"]["image"], *step("FROM")]
    assert all(re.search(r":\d+\.\d+\.\d+-", image) for image in images)


def test_it_runs_without_the_tools_of_tests():
    """Every module that a container runs is imported while those packages cannot be."""
    names = [set(re.findall(r"^([\w.-]+)==", (ROOT / lock).read_text(), re.MULTILINE)) for lock in LOCKS]
    tools = {name.replace("-", "_") for name in names[0] - names[1]}
    code = (
        "import sys\n"
        f"class Missing:\n    def find_spec(self, name, *_):\n"
        f"        if name.partition('.')[0] in {sorted(tools)!r}: raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Missing())\n"
        "import service.api.app, service.host.gunicorn_conf, service.cli\n"
        "import workers.dispatcher.__main__, workers.main\n"
        "service.api.app.describe_api()\n"
    )
    assert {"pytest", "mypy", "ruff"} <= tools
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_compose_and_the_image_run_what_up_runs():
    up = {
        spec.name: list(spec.argv[1:])
        for spec in list_processes(Config(redis_url="redis://redis"), "redis://redis")
    }

    assert yaml.safe_load(step("CMD")[0])[1:] == up["api"]
    assert SERVICES["dispatcher"]["command"][1:] == up["dispatcher"]
    assert SERVICES["worker"]["command"][1:] == up["worker-1"]
    assert SERVICES["webhook-sender"]["command"][1:] == up["webhook-sender"]


def test_memory_is_spared_as_up_spares_it():
    settings = dict(word.split("=") for line in step("ENV") for word in line.split())

    assert settings.items() >= SPARING_MEMORY.items()


def test_gunicorn_serves_with_our_settings(tmp_path, port, eventually):
    (tmp_path / "tiny.py").write_text(
        "import sys\n"
        "from service.api.fast_flask import Answer\n"
        "def app(): ...\n"
        "app.answer = lambda _: Answer(b'gevent' if 'gevent.monkey' in sys.modules else b'plain')\n"
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
