"""`bench bytes_a_move` in its smallest form: one request a move, and fewer bytes."""

import subprocess
import sys

from games.catalogue import GAMES
from service.config import HOME
from support.servers.patience import PATIENCE


def test_a_move_takes_one_request_and_in_gzip_less_than_half_of_the_bytes():
    words = [sys.executable, "-m", "service.cli", "bench", "bytes_a_move", "--moves", "5"]
    run = subprocess.run(words, cwd=HOME, capture_output=True, text=True, check=False, timeout=PATIENCE)

    assert run.returncode == 0, run.stdout + run.stderr
    rows = [line.split() for line in run.stdout.splitlines()[1:]]
    told = {
        (game, way, form): (float(asked), int(size.replace(",", ""))) for game, way, form, asked, size in rows
    }
    for game in GAMES:
        assert told[game, "asked", "plain"][0] == 2
        assert told[game, "brought", "gzip"][0] == 1
        assert told[game, "brought", "gzip"][1] < told[game, "asked", "plain"][1] / 2
