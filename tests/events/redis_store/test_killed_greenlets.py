"""Whoever waits for others, or sends for them, may be killed: the others are not held up by it."""

import json
import os
import subprocess
import sys

from support.servers.patience import PATIENCE
from support.servers.servers import Server, any_binary
from support.servers.worker_processes import ROOT


def test_a_killed_greenlet_holds_up_no_append_whenever_it_is_killed():
    """Its own entry is written once, or not at all."""
    with Server(any_binary()) as server:
        words = [sys.executable, "-m", "support.servers.killed_greenlets", server.url]
        environ = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"}
        run = subprocess.run(
            words, env=environ, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    rounds = [json.loads(line) for line in run.stdout.splitlines()]
    assert run.returncode == 0, run.stderr
    assert len(rounds) == 120
    assert [each for each in rounds if not each["went_through"]] == []
    for each in rounds:
        for number, count in enumerate(each["written"]):
            assert count in ({0, 1} if number in each["victims"] else {1}), each
    assert {each["written"][number] for each in rounds for number in each["victims"]} == {0, 1}
