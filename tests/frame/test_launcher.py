"""`./grubenbuch` on machines of every kind, with Pythons that only note what they are asked to install."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("cmp", "cp", "dirname", "mkdir", "mv", "readlink", "rm", "sh")
SYSTEM_PYTHON = """#!/bin/sh
case "$*" in
    *"-m venv "*) echo venv >>{calls}; mkdir -p "$3/bin"; cp {venv_python} "$3/bin/python" ;;
    *) exec {python} "$@" ;;
esac
"""
VENV_PYTHON = """#!/bin/sh
case "$*" in
    *"pip install"*run.lock) echo install >>{calls}; sleep 0.3; [ ! -e {offline} ] ;;
    *"pip install"*) echo rest >>{calls}; sleep 0.3; [ ! -e {offline} ] ;;
    *) exec {python} "$@" ;;
esac
"""


class Machine:
    """Nothing but the tools every system has; no HOME, no PATH of the developer's."""

    def __init__(self, place):
        self.project = place / "project"
        self.tools = place / "bin"
        self.calls = place / "calls"
        self.offline = place / "offline"
        self.project.mkdir()
        self.tools.mkdir()
        self.calls.touch()
        shutil.copy(ROOT / "grubenbuch", self.project)
        (self.project / "requirements.run.lock").write_text("a==1\n")
        (self.project / "requirements.lock").write_text("a==1\nb==1\n")
        (self.project / "service").symlink_to(ROOT / "service")
        for tool in TOOLS:
            (self.tools / tool).symlink_to(shutil.which(tool))
        self.script(place / "venv_python", VENV_PYTHON)
        self.script(
            self.tools / "python3", SYSTEM_PYTHON.replace("{venv_python}", str(place / "venv_python"))
        )
        self.script(self.tools / "sleep", '#!/bin/sh\nexec {python} -c "import time; time.sleep($1)"\n')

    def script(self, path, text):
        for name, value in (("calls", self.calls), ("offline", self.offline), ("python", sys.executable)):
            text = text.replace(f"{{{name}}}", str(value))
        path.write_text(text)
        path.chmod(0o755)

    def start(self, *words, launcher="project/grubenbuch", cwd=None):
        return subprocess.Popen(
            [self.project.parent / launcher, *words],
            env={"PATH": str(self.tools), "HOME": ""},
            cwd=cwd or self.project.parent,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words, **how):
        process = self.start(*words, **how)
        process.said, process.complained = process.communicate()
        return process

    def called(self):
        return self.calls.read_text().split()


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def test_the_first_call_installs_and_the_second_is_silent(machine):
    first, second = machine.run("--help"), machine.run("--help")

    assert machine.called() == ["venv", "install"]
    assert first.returncode == second.returncode == 0
    assert "installing the packages" in first.complained
    assert second.complained == ""
    assert "Start everything" in second.said


def test_a_changed_lock_installs_into_the_same_environment(machine):
    machine.run("--help")
    (machine.project / "requirements.run.lock").write_text("a==2\n")
    machine.run("--help")

    assert machine.called() == ["venv", "install", "install"]


def test_a_failed_install_says_so_and_the_next_call_starts_over(machine):
    machine.offline.touch()
    failed = machine.run("--help")
    machine.offline.unlink()
    repaired = machine.run("--help")

    assert failed.returncode == 1
    assert "could not be installed" in failed.complained
    assert repaired.returncode == 0
    assert machine.called() == ["venv", "install", "venv", "install"]


def test_an_install_cut_short_is_made_anew_and_a_whole_one_never(machine):
    machine.run("--help")
    (machine.project / ".venv/installing").touch()
    machine.run("--help")
    machine.run("--help")

    assert machine.called() == ["venv", "install", "venv", "install"]


def test_an_environment_whose_python_is_gone_is_made_anew(machine):
    machine.run("--help")
    (machine.project / ".venv/bin/python").unlink()

    assert machine.run("--help").returncode == 0
    assert machine.called() == ["venv", "install", "venv", "install"]


def test_what_runs_tests_and_measurements_gets_the_rest_and_once(machine):
    first, second = machine.run("bench"), machine.run("bench")
    machine.run("--help")

    assert machine.called() == ["venv", "install", "rest"]
    assert first.returncode == second.returncode == 0
    assert "requirements.lock" in first.complained
    assert second.complained == ""


def test_the_rest_comes_on_top_of_what_is_there(machine):
    machine.run("--help")
    machine.run("bench")

    assert machine.called() == ["venv", "install", "rest"]


@pytest.mark.parametrize(
    ("changed", "calls"),
    [
        ({"requirements.lock"}, ["rest"]),
        ({"requirements.lock", "requirements.run.lock"}, ["install", "rest"]),
    ],
)
def test_after_a_change_each_command_installs_what_it_needs(machine, changed, calls):
    machine.run("bench")
    for lock in changed:
        (machine.project / lock).write_text("a==2\n")

    machine.run("--help")
    assert machine.called()[3:] == calls[:-1]
    machine.run("bench")
    machine.run("--help")
    assert machine.called()[3:] == calls


def test_who_cannot_install_the_rest_still_has_all_other_commands(machine):
    machine.run("--help")
    machine.offline.touch()
    failed, other = machine.run("bench"), machine.run("--help")
    machine.offline.unlink()
    repaired = machine.run("bench")

    assert (failed.returncode, other.returncode, repaired.returncode) == (1, 0, 0)
    assert "All commands but test, bench and mcp work" in failed.complained
    assert machine.called() == ["venv", "install", "rest", "rest"]


def test_of_a_rest_cut_short_nothing_is_kept_and_other_commands_do_not_care(machine):
    machine.run("bench")
    (machine.project / ".venv/completing").touch()

    assert machine.run("--help").complained == ""
    machine.run("bench")
    machine.run("bench")

    assert machine.called() == ["venv", "install", "rest"] * 2


def test_an_environment_of_the_time_before_is_taken_as_it_is(machine):
    machine.run("bench")
    (machine.project / ".venv/installed.run.lock").unlink()
    machine.run("--help")
    machine.run("bench")

    assert machine.called() == ["venv", "install", "rest"]


def test_a_command_and_a_measurement_at_once_install_each_set_once(machine):
    both = [machine.start("--help"), machine.start("bench")]
    for process in both:
        process.communicate()

    assert [process.returncode for process in both] == [0, 0]
    assert machine.called() == ["venv", "install", "rest"]


def test_two_first_calls_at_once_install_once(machine):
    both = [machine.start("--help"), machine.start("--help")]
    for process in both:
        process.communicate()

    assert [process.returncode for process in both] == [0, 0]
    assert machine.called() == ["venv", "install"]


def test_it_works_through_symlinks_from_a_folder_with_a_service_of_its_own(machine, tmp_path):
    (tmp_path / "one").symlink_to("project/grubenbuch")
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "service").mkdir(parents=True)
    (elsewhere / "two").symlink_to(tmp_path / "one")

    answer = machine.run("--help", launcher="elsewhere/two", cwd=elsewhere)

    assert answer.returncode == 0
    assert (machine.project / ".venv/installed.run.lock").exists()


@pytest.mark.parametrize(
    ("missing", "advice"),
    [
        ("version_info", "needs Python 3.11 or newer"),  # too old
        ("ensurepip", "apt-get install python3-venv"),
    ],
)
def test_a_python_that_cannot_is_told_apart_from_one_that_is_missing(machine, missing, advice):
    script = (machine.tools / "python3").read_text().replace("    *)", f"    *{missing}*) exit 1 ;;\n    *)")
    (machine.tools / "python3").write_text(script)

    answer = machine.run("--help")

    assert answer.returncode == 1
    assert advice in answer.complained


def test_no_python_at_all(machine):
    (machine.tools / "python3").unlink()

    answer = machine.run("up")

    assert answer.returncode == 1
    assert "apt-get install python3" in answer.complained


def test_a_place_that_cannot_hold_an_environment(machine):
    (machine.project / ".venv").write_text("a file")

    assert "GRUBENBUCH_VENV" in machine.run("--help").complained
