"""The processes of the desk, from the fork until they serve."""

import signal
import subprocess
import sys

import pytest

from support.servers.running_house import ROOT

JUST_FORKED = """
import os, signal
from service.host import gunicorn_conf
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
    signal.signal(number, lambda *_: None)  # as gunicorn's master has it, and whoever it forks
gunicorn_conf.post_fork(None, None)
os.kill(os.getpid(), {number})
print("goes on")
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGQUIT])
def test_a_process_that_is_told_to_end_before_it_serves_ends(number):
    program = JUST_FORKED.format(number=int(number))
    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=False)

    assert (ended.returncode, ended.stdout) == (-number, b"")
