"""`bench fair_turns`, in short: everybody has a turn, whoever else there is."""

import subprocess
import sys

from service.config import HOME

PATIENCE = 600  # a bound for a machine that hangs, never a measure of speed


def test_a_person_s_bot_and_a_good_receiver_have_their_turns_among_strangers():
    words = [sys.executable, "-m", "service.cli", "bench", "fair_turns", "--small"]
    told = subprocess.run(words, cwd=HOME, capture_output=True, text=True, check=False, timeout=PATIENCE)

    assert told.returncode == 0, told.stdout + told.stderr
    assert "the person's bot, 99th of a hundred" in told.stdout
    assert "the good receiver, 99th of a hundred" in told.stdout
    assert "never had a turn" not in told.stdout
    assert "the person met" not in told.stdout
