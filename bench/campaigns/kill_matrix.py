"""Kills every kind of process with -9 at random moments while bots play; nothing may be lost or done twice.

    ./grubenbuch bench kill_matrix                          # 200 matches
    ./grubenbuch bench kill_matrix --matches 12 --seed 7

See tests/support/servers/kill_matrix.py for what is killed and what is checked afterwards.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "tests")]


def main() -> None:
    words = argparse.ArgumentParser(description="Kill everything at random and look what is left.")
    words.add_argument("--matches", type=int, default=200)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--every", type=float, default=2.0, help="seconds between two kills, on average")
    words.add_argument("--kills", type=int, default=48)
    said = words.parse_args()
    print(
        json.dumps(
            import_module("support.servers.kill_matrix").run(said.matches, said.seed, said.every, said.kills),
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
