"""No test hangs the suite: it fails with its stack, and the next one begins."""

import os
import re
import subprocess
import sys

import pytest

from service.config import HOME
from support.servers.patience import PATIENCE

HANGING = """
import subprocess, threading, time
import pytest
from support.servers import time_limit

time_limit.FAREWELL = 1
pytestmark = pytest.mark.limit(0.2)

def hang_here():
    while True:
        time.sleep(0.01)

@pytest.fixture
def slow_to_begin():
    hang_here()

@pytest.fixture
def slow_to_end():
    yield
    hang_here()

def test_in_a_loop():
    hang_here()

def test_in_a_loop_that_catches_all():
    for _ in range(1000):
        try:
            time.sleep(0.01)
        except BaseException:
            break

def test_with_a_process():
    subprocess.run(["sleep", "1000"])

def test_with_a_lock():
    threading.Lock().acquire() and threading.Event().wait()

def test_with_a_thread_that_stays():
    threading.Thread(target=time.sleep, args=(1000,)).start()
    hang_here()

def test_with_a_greenlet():
    import gevent
    gevent.spawn(hang_here).join()

def test_at_the_beginning(slow_to_begin):
    pass

def test_at_the_end(slow_to_end):
    pass

def test_that_is_quick():
    pass
"""
BEYOND_REACH = """
import signal, time

def test_where_no_signal_comes():
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    time.sleep(1000)

def test_that_is_quick():
    pass
"""


@pytest.fixture
def run(tmp_path):
    """Lets pytest run such a file under the limits of this suite; answers what it prints."""

    def told_by(text, *options):
        (tmp_path / "test_of_it.py").write_text(text)
        command = [sys.executable, "-m", "pytest", "-c", HOME / "pyproject.toml"]
        command += ["--rootdir", tmp_path, "-o", f"cache_dir={tmp_path}"]
        command += ["-p", "xdist", "-p", "support.servers.time_limit", *options, tmp_path]
        return subprocess.run(
            command,
            env=os.environ | {"PYTHONPATH": str(HOME / "tests"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        ).stdout

    return told_by


@pytest.mark.parametrize("processes", ["0", "2"])
def test_a_test_that_hangs_fails_with_its_stack_and_the_others_go_on(run, processes):
    told = run(HANGING, "-n", processes)

    hung = re.findall(r"^(?:FAILED|ERROR) \S+::test_(\w+)", told, re.MULTILINE)
    assert sorted(hung) == [
        "at_the_beginning",
        "at_the_end",
        "in_a_loop",
        "in_a_loop_that_catches_all",
        "with_a_greenlet",
        "with_a_lock",
        "with_a_process",
        "with_a_thread_that_stays",
    ]
    assert "6 failed, 2 passed, 2 errors" in told
    assert told.count("Failed: took longer than 0.2 s") >= len(hung)
    assert "in hang_here" in told


def test_a_test_that_no_signal_reaches_ends_with_its_process_and_the_others_go_on(run):
    told = run(BEYOND_REACH, "-n", "1", "-o", "faulthandler_timeout=1")

    assert re.search(r"^FAILED \S+::test_where_no_signal_comes\b", told, re.MULTILINE)
    assert "1 failed, 1 passed" in told


def test_this_suite_runs_under_the_limits(pytestconfig):
    assert pytestconfig.pluginmanager.has_plugin("support.servers.time_limit")
    assert pytestconfig.getini("faulthandler_exit_on_timeout")
    assert float(pytestconfig.getini("faulthandler_timeout")) > 0
