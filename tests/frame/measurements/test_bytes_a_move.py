"""`bench bytes_a_move` in its smallest form: one request a move, and fewer bytes."""

import json
import subprocess
import sys

from games.catalogue import GAMES
from service.config import HOME
from support.servers.patience import PATIENCE


def test_a_move_takes_one_request_and_in_gzip_less_than_half_of_the_bytes(tmp_path):
    file = tmp_path / "sheet.json"
    words = [sys.executable, "-m", "service.cli", "bench", "bytes_a_move", "--small", "--json", str(file)]
    run = subprocess.run(words, cwd=HOME, capture_output=True, text=True, check=False, timeout=PATIENCE)

    assert run.returncode == 0, run.stdout + run.stderr
    told = {row["what"]: row["value"] for row in json.loads(file.read_text())["rows"]}
    for game in GAMES:
        assert told[f"{game}, asked for: requests a move"] == 2
        assert told[f"{game}, brought along: requests a move"] == 1
        packed, plain = (
            told[f"{game}, {way}: bytes a move"] for way in ("brought along, in gzip", "asked for")
        )
        assert packed < plain / 2
