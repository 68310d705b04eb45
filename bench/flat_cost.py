"""Does a command cost the same however long the match is? The same position at version 10 and at 10,000.

./grubenbuch bench flat_cost [--entries 10000] [--times 2000] [--matches 100000 --watched 10000]

Two matches on one durable server, one young, one long; both are repeatedly brought back to their first
position, and their commands are timed in turn, so that a noisy moment of the machine affects both. With
`--matches` and `--watched` others lie in the book as well, and live streams of this process follow some.
"""

import contextlib
import gc
import time
from statistics import median, quantiles

from measuring.first_entries import first_entry
from measuring.frame import Size, run
from measuring.long import LongMatch
from measuring.servers import durable_server

from events.redis_store.store import connect_redis
from service.queries.watch import Watch, Watcher

IN_A_ROW = 5  # commands at one match before the other has its turn


SIZES = {
    "--entries": Size(10_000, 200, "of the long match"),
    "--times": Size(2_000, 100, "commands timed in each match and round"),
    "--rounds": Size(5, 1),
    "--matches": Size(0, 50, "that lie in the book besides; many of them are followed"),
    "--watched": Size(0, 10, "of these that somebody follows"),
}


def measure(options, sheet):
    with durable_server() as url:
        store = connect_redis(url)
        crowd = Crowd(store, sheet, options.matches, options.watched)
        long = LongMatch(store)
        sheet.step(f"playing {options.entries:,} entries")
        long.grow(options.entries)
        gc.collect()
        gc.freeze()  # as every web process does
        with crowd.followed():
            rounds = [
                one_round(store, long, options.times) for _ in sheet.count(range(options.rounds), "rounds")
            ]
        store.close()
    for name, place, aim in (("median", 49, ""), ("99th of a hundred", 98, "1.05")):
        sheet.detail(f"version 10, {name}", median(young[place] for young, _ in rounds), "ms")
        sheet.detail(f"version {options.entries:,}, {name}", median(old[place] for _, old in rounds), "ms")
        ratios = [old[place] / young[place] for young, old in rounds]
        sheet.rounds(f"version {options.entries:,} against version 10, {name}", ratios, "times", aim=aim)


class Crowd:
    """Other matches of the same book, of which people follow some with live streams."""

    def __init__(self, store, sheet, matches, watched):
        self.store = store
        for number in sheet.count(range(matches), "other matches"):
            store.append(first_entry(number))
        self.watched = [f"m{number}" for number in range(min(watched, matches))]

    @contextlib.contextmanager
    def followed(self):
        """As the streams of a process follow them: one reader of the feed wakes who waits for a match."""
        watch = Watch(self.store)
        with contextlib.ExitStack() as streams:
            for match in self.watched:
                streams.enter_context(watch.follow([match], Watcher))
            yield


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


if __name__ == "__main__":
    run(measure, __doc__, takes=(260, 5), sizes=SIZES)
