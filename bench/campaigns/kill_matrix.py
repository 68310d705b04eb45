"""Kills every kind of process with -9 at random moments while bots play; nothing may be lost or done twice.

    ./grubenbuch bench kill_matrix                          # 200 matches
    ./grubenbuch bench kill_matrix --matches 12 --seed 7

See tests/support/servers/kill_matrix.py for what is killed and what is checked afterwards.
"""

import json
import sys
from importlib import import_module

from measuring.frame import Size, run

from service.config import HOME

sys.path.insert(0, str(HOME / "tests"))

SIZES = {
    "--matches": Size(200, 4),
    "--seed": Size(1, 1),
    "--every": Size(2.0, 2.0, "seconds between two kills, on average"),
    "--kills": Size(48, 2),
}


def measure(options, sheet):
    sheet.step(f"{options.kills} kills among {options.matches} matches")
    campaign = import_module("support.servers.kill_matrix").run_kills
    found = campaign(options.matches, options.seed, options.every, options.kills)
    print(json.dumps(found, indent=1))
    for what, value in found.items():
        if isinstance(value, int | float):
            sheet.figure(what.replace("_", " "), value, "")


if __name__ == "__main__":
    run(measure, __doc__, takes=(180, 40), sizes=SIZES)
