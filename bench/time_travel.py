"""How long it takes to see a position of a long match, from the store, with nothing in memory.

./grubenbuch bench time_travel [--entries 10000] [--positions 5000]
"""

import gc
import time
from random import Random
from statistics import quantiles

from measuring.frame import Size, run
from measuring.long import LongMatch
from measuring.servers import durable_server

from events.redis_store.store import connect_redis
from service.matches.repository import fold_match
from service.queries.pictures import draw_position
from service.queries.positions import position_at_time, position_at_version
from service.queries.scores import score_position

SIZES = {"--entries": Size(10_000, 300), "--positions": Size(5_000, 50), "--rounds": Size(5, 2)}


def measure(options, sheet):
    with durable_server() as url:
        store = connect_redis(url)
        match = LongMatch(store, options.game)
        sheet.step(f"playing {options.entries:,} entries")
        match.grow(options.entries)
        gc.collect()
        gc.freeze()  # as every web process does
        looks = Looks(store, match)
        random = Random(2)
        versions = [random.randint(1, match.version) for _ in range(options.positions)]
        times = [store.entries(match.id, after=version - 1, limit=1)[0].at for version in versions]
        last = options.entries // 100 * 100
        for name, wanted, look, aim in (
            ("a bare ping, to compare", versions, lambda _: store.ping(), ""),
            ("a position by version", versions, looks.fold, "1"),
            ("a position by time", times, looks.at_time, ""),
            ("just before a snapshot", [last - 1] * (options.positions // 2), looks.fold, ""),
            ("by version, with its score", versions, looks.score, "1"),
            ("by version, with its picture", versions, looks.draw, "1"),
        ):
            parts = [wanted[begin :: options.rounds] for begin in range(options.rounds)]
            rounds = [cuts(part, look) for part in sheet.count(parts, f"rounds: {name}")]
            sheet.rounds(f"{name}, median", [waited[49] for waited, _ in rounds], "ms")
            sheet.rounds(f"{name}, 99th of a hundred", [waited[98] for waited, _ in rounds], "ms", aim=aim)
            spent = [spent[98] for _, spent in rounds]
            sheet.rounds(f"{name}, 99th of a hundred in processor time", spent, "ms", aim=aim)
        store.close()


def add_options(parser):
    parser.add_argument("--game", default="schiefer")


class Looks:
    """What is asked of a position, from the store and nothing else."""

    def __init__(self, store, match):
        self.store = store
        self.match = match

    def fold(self, version):
        return fold_match(self.store, self.match.id, version)

    def at_time(self, at):
        return position_at_time(self.match.matches, self.match.live, at)

    def score(self, version):
        return score_position(self.store, self.position(version), "en")

    def draw(self, version):
        return draw_position(self.position(version), "en")

    def position(self, version):
        return position_at_version(self.match.matches, self.match.live, version)


def cuts(wanted, look):
    """A hundred cuts of the milliseconds each takes: by the clock, and of this process alone."""
    waited, spent = [], []
    for one in wanted:
        began, spent_before = time.perf_counter(), time.process_time()
        look(one)
        waited.append(1000 * (time.perf_counter() - began))
        spent.append(1000 * (time.process_time() - spent_before))
    return quantiles(waited, n=100), quantiles(spent, n=100)


if __name__ == "__main__":
    run(measure, __doc__, takes=(120, 4), sizes=SIZES, add_options=add_options)
