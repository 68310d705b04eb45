"""A test that hangs fails where it stands, with its stack, and the next one begins.

What the signal does not reach ends with its process: `faulthandler_timeout` in pyproject.toml.
"""

import faulthandler
import signal
import sys

import pytest

LIMIT = 300  # seconds for what a test sets up, does and cleans up, each; `@pytest.mark.limit` says otherwise
AGAIN = 10  # seconds: whoever waits once more on the way out is stopped again
FAREWELL = 60  # seconds for the end of a run in which something hung
OVERRUN = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    marker = item.get_closest_marker("limit")
    seconds = marker.args[0] if marker else LIMIT
    overrun = False

    def stop(*_):
        nonlocal overrun
        __tracebackhide__ = True
        overrun = item.config.stash[OVERRUN] = True
        faulthandler.dump_traceback(file=2)  # of all threads
        pytest.fail(f"took longer than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        result = yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if overrun:  # a greenlet, or whoever catches everything, has swallowed the failure
        pytest.fail(f"took longer than {seconds} s")
    return result


pytest_runtest_setup = pytest_runtest_teardown = pytest_runtest_call


def pytest_enter_pdb():
    signal.setitimer(signal.ITIMER_REAL, 0)


def pytest_unconfigure(config):
    """A thread that still hangs would keep the process for ever."""
    if OVERRUN in config.stash:
        faulthandler.dump_traceback_later(FAREWELL, exit=True, file=sys.__stderr__)
