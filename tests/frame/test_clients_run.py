"""`.ci/clients/run` fails in CI where it could check nothing."""

import shutil
import subprocess

import pytest

from service.config import HOME
from support.servers.patience import PATIENCE

TOOLS = ("bash", "cat", "cp", "dirname", "mkdir", "mktemp", "rm", "sh")
MAKES_VENV = "mkdir -p python/bin; cp {pip} python/bin/pip"


class Machine:
    def __init__(self, place):
        self.place = place
        self.path = place / "path"
        self.path.mkdir()
        for tool in TOOLS:
            (self.path / tool).symlink_to(shutil.which(tool))
        self.install("npm", "exit 0")
        self.install("javac", "exit 0")
        pip = self.install("pip", "exit 0")
        (place / "bin").mkdir()
        self.script(place / "bin" / "python", MAKES_VENV.format(pip=pip))

    def install(self, name, does):
        return self.script(self.path / name, does)

    def script(self, path, does):
        path.write_text(f"#!/bin/sh\n{does}\n")
        path.chmod(0o755)
        return path

    def run(self):
        return subprocess.run(
            [HOME / ".ci" / "clients" / "run"],
            env={
                "PATH": str(self.path),
                "GRUBENBUCH_VENV": str(self.place),
                "CI": "true",
                "TMPDIR": str(self.place),
            },
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


@pytest.mark.parametrize(("tool", "package"), [("npm", "npm"), ("javac", "default-jdk-headless")])
def test_in_ci_the_clients_fail_without_a_tool_and_name_its_package(machine, tool, package):
    (machine.path / tool).unlink()
    run = machine.run()
    assert run.returncode == 1
    assert f"not checked: {tool} is not here (Debian: apt-get install {package})" in run.stderr


@pytest.mark.parametrize("tool", ["npm", "pip"])
def test_in_ci_the_clients_fail_where_nothing_can_be_fetched(machine, tool):
    machine.install(tool, "exit 1")
    run = machine.run()
    assert run.returncode == 1
    assert f"not checked: {tool} could not fetch" in run.stderr
