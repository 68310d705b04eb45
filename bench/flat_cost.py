"""Does a command cost the same however long the match is? The same position at version 10 and at 10,000.

./grubenbuch bench flat_cost [--entries 10000] [--times 2000]

Two matches on one durable server, one young, one long; both are repeatedly brought back to their first
position, and their commands are timed in turn, so that a noisy moment of the machine affects both.
"""

import argparse
import gc
import time
from statistics import median, quantiles

from measuring.long import LongMatch
from measuring.servers import durable_server

from events.redis_book.redis_store import connect_redis

ROUNDS = 5
IN_A_ROW = 5  # commands at one match before the other has its turn


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=2_000, help="commands timed in each match and round")
    options = parser.parse_args()
    with durable_server() as url:
        store = connect_redis(url)
        long = LongMatch(store)
        long.grow(options.entries)
        gc.collect()
        gc.freeze()  # as every process of the desk does
        rounds = [one_round(store, long, options.times) for _ in range(ROUNDS)]
        store.close()
    for young, old in rounds:
        print(f"{shown('version 10', young)}   {shown(f'version {options.entries}', old)}")
    for name, place in (("median", 49), ("99th of a hundred", 98)):
        print(f"{name:18} {median(old[place] / young[place] for young, old in rounds):.3f} times the cost")


def one_round(store, long, times):
    """A hundred cuts each; young matches are replaced before they grow old."""
    spent = {"young": [], "old": []}
    while len(spent["old"]) < times:
        young = LongMatch(store)
        for _ in range(8):
            long.go_back()
            for _ in range(2):
                timed(young, spent["young"])
                timed(long, spent["old"])
    return [quantiles(seconds, n=100) for seconds in spent.values()]


def timed(match, into):
    for _ in range(IN_A_ROW):
        began = time.perf_counter()
        match.answer()
        into.append(1000 * (time.perf_counter() - began))


def shown(name, cuts):
    return f"{name}: median {cuts[49]:.2f} ms, 99th {cuts[98]:.2f} ms"


if __name__ == "__main__":
    main()
