"""Forged tables, agendas, entries and commands: does each get a verdict, how fast and how small?

./grubenbuch bench forgeries [--forgeries 1000000] [--first 0] [--games schiefer schichtwechsel]

What passes is looked at and played on, see tests/support/forgeries/forge.py. Time is that of the processor,
memory is what tracemalloc sees, which slows everything down by a factor of two or three. Unless --small, the
exit code is 1 where one takes longer than 100 ms or more than 50 MB; one without a verdict ends the run with
its traceback.
"""

import sys
import time
import tracemalloc
from collections import Counter

from measuring.frame import Size, run

from service.config import HOME

sys.path.insert(0, str(HOME / "tests"))

from support.forgeries.forge import forge, judge

LONGEST = 0.1  # seconds
LARGEST = 50e6  # bytes


GAMES = ("schiefer", "ruhrschifffahrt", "schichtwechsel")
SIZES = {"--forgeries": Size(1_000_000, 60, "of all games together"), "--first": Size(0, 0)}


def measure(options, sheet):
    """The exit code."""
    each = -(-options.forgeries // len(options.games))
    tracemalloc.start()
    numbers = range(options.first, options.first + each)
    fine = [report(sheet, name, numbers) for name in options.games]
    return 0 if options.small else int(not all(fine))


def add_options(parser):
    parser.add_argument("--games", nargs="+", default=GAMES, choices=GAMES)


def report(sheet, name, numbers):
    laws, slowest, largest = Counter(), (0.0, 0), (0, 0)
    judge(name, forge(name, numbers[0]))  # decoders and walks are made once
    for number in sheet.count(numbers, f"forgeries of {name}"):
        verdict, seconds, size = measured(name, number)
        laws[verdict.law or "passed"] += 1
        slowest, largest = max(slowest, (seconds, number)), max(largest, (size, number))
    sheet.figure(f"{name}: forgeries judged", len(numbers), "forgeries")
    slow, large = f"{name}: slowest, number {slowest[1]}", f"{name}: largest, number {largest[1]}"
    sheet.figure(slow, 1000 * slowest[0], "ms", aim=f"{1000 * LONGEST:.0f}")
    sheet.figure(large, largest[0] / 1e6, "MB", aim=f"{LARGEST / 1e6:.0f}")
    for law, count in laws.most_common():
        sheet.detail(f"{name}: {law}", count, "forgeries")
    return slowest[0] <= LONGEST and largest[0] <= LARGEST


def measured(name, number):
    forgery = forge(name, number)
    tracemalloc.reset_peak()
    before, start = tracemalloc.get_traced_memory()[0], time.process_time()
    try:
        verdict = judge(name, forgery)
    except Exception as failure:
        failure.add_note(f"forgery {number} of {name}")
        raise
    return verdict, time.process_time() - start, tracemalloc.get_traced_memory()[1] - before


if __name__ == "__main__":
    run(measure, __doc__, takes=(7200, 15), sizes=SIZES, add_options=add_options)
