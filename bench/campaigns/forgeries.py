"""Forged tables, agendas, entries and commands: does each get a verdict, how fast and how small?

./grubenbuch bench forgeries [--forgeries 1000000] [--first 0] [--games schiefer schichtwechsel]

What passes is looked at and played on, see tests/support/forgeries/forge.py. Time is that of the processor,
memory is what tracemalloc sees, which slows everything down by a factor of two or three. The exit code is 1
where one takes longer than 100 ms or more than 50 MB; one without a verdict ends the run with its traceback.
"""

import argparse
import sys
import time
import tracemalloc
from collections import Counter

from service.config import HOME

sys.path.insert(0, str(HOME / "tests"))

from support.forgeries.forge import forge, judge

LONGEST = 0.1  # seconds
LARGEST = 50e6  # bytes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--forgeries", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--games", nargs="+", default=["schiefer", "ruhrschifffahrt", "schichtwechsel"])
    options = parser.parse_args()
    each = -(-options.forgeries // len(options.games))
    tracemalloc.start()
    fine = [report(name, range(options.first, options.first + each)) for name in options.games]
    sys.exit(not all(fine))


def report(name, numbers):
    laws, slowest, largest = Counter(), (0.0, 0), (0, 0)
    judge(name, forge(name, numbers[0]))  # decoders and walks are made once
    for number in numbers:
        verdict, seconds, size = measured(name, number)
        laws[verdict.law or "passed"] += 1
        slowest, largest = max(slowest, (seconds, number)), max(largest, (size, number))
    print(f"{name}: {len(numbers)} forgeries, {laws['passed']} passed and could be played on")
    print(f"{'':4}slowest {1000 * slowest[0]:8.2f} ms (forgery {slowest[1]})")
    print(f"{'':4}largest {largest[0] / 1e6:8.2f} MB (forgery {largest[1]})")
    print(f"{'':4}refused: {', '.join(f'{law} {count}' for law, count in laws.most_common())}")
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
    main()
