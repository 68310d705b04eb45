"""A hundred rounds of kill -9 and power cuts while people play over HTTP.

./grubenbuch bench crash_rounds [--rounds 100] [--players 3] [--seed 1] [--cluster]

Each round kills the server, the desk, the dispatcher or a worker at a random moment, or all of them at once
with the append-only file cut back to its last completed fsync (as strace saw it; without strace to what
players had been told of). With --cluster the book lies on three masters, one of which may die, and partitions
move. In the end book, head, feed and causes must agree and hold every acknowledged entry, and every bot's
answer and every score sheet must be there once.
"""

import argparse
import random
import sys
import time
from collections import Counter
from contextlib import ExitStack, closing, contextmanager

from service.config import HOME

sys.path.insert(0, str(HOME / "tests"))

from support.servers.clusters import Cluster
from support.servers.crashing_house import (
    CLUSTER_PARTS,
    PARTS,
    CrashingClusterHouse,
    CrashingHouse,
    Player,
    all_agree,
    power_server,
    rounds,
)
from support.servers.effects import every_effect_once
from support.servers.powercuts import WatchedServer
from support.servers.servers import Server, any_binary, redis_binary


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cluster", action="store_true")
    options = parser.parse_args()
    began = time.monotonic()
    luck = random.Random(options.seed)
    parts = [luck.choice(CLUSTER_PARTS if options.cluster else PARTS) for _ in range(options.rounds)]
    with opened(options) as house:
        players = [Player(house, number) for number in range(options.players)]

        def told(number, part):
            print(
                f"round {number + 1:3}  {part:10}  {len(house.acknowledged.entries):6} acknowledged",
                flush=True,
            )

        matches = rounds(house, players, parts, after=told)
        house.ends(matches)
        entries = all_agree(house)
        for match in matches:
            every_effect_once(house, match)
        cuts = house.cuts()
    kills = ", ".join(f"{count} {part}" for part, count in Counter(parts).most_common())
    acknowledged = len(house.acknowledged.entries)
    print(f"{options.rounds} rounds ({kills}) in {time.monotonic() - began:.0f} s")
    print(f"{len(matches)} matches, {entries} entries, {acknowledged} acknowledged to players")
    print(f"bytes that power cuts took away: {cuts}")
    print("none lost, none twice")


@contextmanager
def opened(options):
    with ExitStack() as stack:
        if options.cluster:
            queue = stack.enter_context(Server(any_binary()))
            cluster = stack.enter_context(Cluster(redis_binary(), WatchedServer))
            house = CrashingClusterHouse(cluster, queue, options.seed)
        else:
            house = CrashingHouse(stack.enter_context(power_server()), options.seed)
        yield stack.enter_context(closing(house))


if __name__ == "__main__":
    main()
