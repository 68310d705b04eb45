"""A house under fire, in short: nothing breaks, nothing is started again, and the person plays on."""

import subprocess
import sys

from service.config import HOME
from support.servers.patience import PATIENCE


def test_a_house_under_fire_answers_without_a_failure_and_keeps_its_processes():
    words = [sys.executable, "-m", "service.cli", "bench", "siege", "--seconds", "0.5"]
    siege = subprocess.run(words, cwd=HOME, capture_output=True, text=True, check=False, timeout=PATIENCE)

    assert siege.returncode == 0, siege.stdout + siege.stderr
    assert "0 processes ended, 0 answers of 5xx" in siege.stdout
    assert "the person met" not in siege.stdout
