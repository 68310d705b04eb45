"""The web processes, from the fork until they serve."""

import signal
import subprocess
import sys

import pytest

from service.host.precedence import NICE_TO_SERVERS
from support.servers.running_instance import ROOT

JUST_FORKED = """
import os, signal
from service.host import gunicorn_conf
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
    signal.signal(number, lambda *_: None)  # as gunicorn's master has it, and whoever it forks
gunicorn_conf.post_fork(None, None)
os.kill(os.getpid(), {number})
print("goes on")
"""

SERVING = """
import os
from types import SimpleNamespace
from service.host import gunicorn_conf
before = os.nice(0)
gunicorn_conf.post_worker_init(SimpleNamespace(pid=os.getpid(), log=SimpleNamespace(info=lambda *_: None)))
print(os.nice(0) - before)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGQUIT])
def test_a_process_that_is_told_to_end_before_it_serves_ends(number):
    program = JUST_FORKED.format(number=int(number))
    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=False)

    assert (ended.returncode, ended.stdout) == (-number, b"")


def test_a_process_that_serves_lets_the_server_of_the_book_go_first():
    ended = subprocess.run([sys.executable, "-c", SERVING], cwd=ROOT, capture_output=True, check=True)

    assert int(ended.stdout) == NICE_TO_SERVERS
