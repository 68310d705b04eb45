"""What the README promises a newcomer, carried out."""

import re
import signal
import subprocess
import sys
import time
import tomllib

import httpx
import pytest

from service.api.app import describe_api
from service.config import HOME
from service.version import VERSION
from support.servers.patience import PATIENCE

README = (HOME / "README.md").read_text()


@pytest.fixture
def whole_instance(tmp_path, port):
    """`./grubenbuch up`: book, API, dispatcher and workers."""
    instance = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "up", "--port", str(port), "--data", str(tmp_path / "data")],
        cwd=HOME,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert str(port) in instance.stdout.readline()
    yield f"http://127.0.0.1:{port}"
    instance.send_signal(signal.SIGINT)
    assert instance.wait(PATIENCE) == 0
    instance.stdout.close()


def test_the_match_of_the_readme_is_played_to_its_end_with_the_standard_library_alone(whole_instance):
    program = re.search(r"```python\n(.*?)```", README, re.DOTALL).group(1)

    played = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program.replace("http://127.0.0.1:8080", whole_instance)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )

    assert played.returncode == 0, played.stderr
    *labels, totals = played.stdout.splitlines()
    assert len(labels) > 20
    assert re.fullmatch(r"\[\d+, \d+\]", totals)


def test_commands_beside_a_server_find_it_by_its_data_directory(whole_instance, tmp_path, grubenbuch):
    bots = [{"seat": seat, "mind": "random"} for seat in (0, 1)]
    opening = {"game": "schiefer", "seats": 2, "bots": bots}
    match = httpx.post(f"{whole_instance}/v1/matches", json=opening).raise_for_status().json()

    data = ("--data", tmp_path / "data")
    status = status_once_all_are_up(lambda: grubenbuch("status", *data, PORT="9"))
    assert (status.returncode, "down" in status.stdout) == (0, False)
    for where in (data, ("--url", whole_instance)):
        report = grubenbuch("report", *where)
        assert report.stdout == f"{match['match']}: same\n1 same, 0 differ\n"


def status_once_all_are_up(ask):
    """`up` says that it is ready when the API is: the workers begin after it."""
    end = time.monotonic() + PATIENCE
    while (status := ask()).returncode != 0 and time.monotonic() < end:
        pass
    return status


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\(([\w./-]+)\)", README))))
def test_every_link_of_the_readme_leads_somewhere(path):
    assert (HOME / path).exists()


def test_program_document_and_changelog_bear_one_version():
    project = tomllib.loads((HOME / "pyproject.toml").read_text())["project"]["version"]
    newest = re.search(r"^## (\S+)", (HOME / "CHANGELOG.md").read_text(), re.MULTILINE).group(1)

    assert (VERSION, describe_api()["info"]["version"], newest) == (project,) * 3
