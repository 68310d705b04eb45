"""How long it takes to see a position of a long match, from the store, with nothing in memory.

./grubenbuch bench time_travel [--entries 10000] [--positions 5000]
"""

import argparse
import gc
import time
from random import Random
from statistics import median, quantiles

from measuring.long import LongMatch
from measuring.servers import durable_server

from events.redis_book.redis_store import connect_redis
from service.matches.folding import fold_match
from service.reading.positions import position_at_time

ROUNDS = 5  # other work on the machine spoils some of them


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--positions", type=int, default=5_000)
    parser.add_argument("--game", default="schiefer")
    options = parser.parse_args()
    with durable_server() as url:
        store = connect_redis(url)
        match = LongMatch(store, options.game)
        match.grow(options.entries)
        gc.collect()
        gc.freeze()  # as every process of the desk does
        random = Random(2)
        versions = [random.randint(1, match.version) for _ in range(options.positions)]
        report("a bare ping, to compare", range(options.positions), lambda _: store.ping())
        report("by version", versions, lambda version: fold_match(store, match.id, version))
        times = [store.entries(match.id, after=version - 1, limit=1)[0].at for version in versions]
        report("by time", times, lambda at: position_at_time(match.matches, match.live, at))
        last = options.entries // 100 * 100
        report(
            "just before a snapshot", [last - 1] * 2_500, lambda version: fold_match(store, match.id, version)
        )
        store.close()


def report(name, wanted, look):
    rounds = [cuts(wanted[begin::ROUNDS], look) for begin in range(ROUNDS)]
    middle, slow = (median(column) for column in zip(*rounds, strict=True))
    shown = "  ".join(f"{slow:.2f}" for _, slow in rounds)
    print(f"{name:24} median {middle:5.2f} ms   99th of a hundred {slow:5.2f} ms  (rounds: {shown})")


def cuts(wanted, look):
    """The median and the 99th of a hundred, in milliseconds."""
    seconds = []
    for one in wanted:
        began = time.perf_counter()
        look(one)
        seconds.append(1000 * (time.perf_counter() - began))
    found = quantiles(seconds, n=100)
    return found[49], found[98]


if __name__ == "__main__":
    main()
