"""A hundred rounds of kill -9 and power cuts while people play over HTTP.

./grubenbuch bench crash_rounds [--rounds 100] [--players 3] [--seed 1] [--cluster]

Each round kills the server, the API, the dispatcher or a worker at a random moment, or all of them at once
with the append-only file cut back to its last completed fsync (as strace saw it; without strace to what
players had been told of). With --cluster the book lies on three masters, one of which may die, and partitions
move. In the end book, head, feed and causes must agree and hold every acknowledged entry, and every bot's
answer and every score sheet must be there once.
"""

import random
import sys
from collections import Counter
from contextlib import ExitStack, closing, contextmanager

from measuring.frame import Size, run

from service.config import HOME

sys.path.insert(0, str(HOME / "tests"))

from support.servers.clusters import Cluster
from support.servers.crashing_instance import (
    CLUSTER_PARTS,
    PARTS,
    CrashingClusterInstance,
    CrashingInstance,
    Player,
    all_agree,
    power_server,
    rounds,
)
from support.servers.effects import every_effect_once
from support.servers.powercuts import WatchedServer
from support.servers.servers import Server, any_binary, redis_binary

SIZES = {"--rounds": Size(100, 2), "--players": Size(3, 1), "--seed": Size(1, 1)}


def measure(options, sheet):
    luck = random.Random(options.seed)
    parts = [luck.choice(CLUSTER_PARTS if options.cluster else PARTS) for _ in range(options.rounds)]
    with opened(options) as instance:
        players = [Player(instance, number) for number in range(options.players)]

        def told(number, part):
            written = len(instance.acknowledged.entries)
            sheet.step(f"round {number + 1:3}  {part:10}  {written:6} acknowledged")

        matches = rounds(instance, players, parts, after=told)
        instance.ends(matches)
        entries = all_agree(instance)
        for match in matches:
            every_effect_once(instance, match)
        report(sheet, instance, parts, entries)


def report(sheet, instance, parts, entries):
    for part, count in Counter(parts).most_common():
        sheet.detail(f"kills: {part}", count, "times")
    sheet.figure("entries after all kills, none lost, none twice", entries, "entries")
    sheet.detail("of these acknowledged to players", len(instance.acknowledged.entries), "entries")
    print(f"bytes that power cuts took away: {instance.cuts()}")


def add_options(parser):
    parser.add_argument("--cluster", action="store_true", help="three masters, and partitions that move")


@contextmanager
def opened(options):
    with ExitStack() as stack:
        if options.cluster:
            queue = stack.enter_context(Server(any_binary()))
            cluster = stack.enter_context(Cluster(redis_binary(), WatchedServer))
            instance = CrashingClusterInstance(cluster, queue, options.seed)
        else:
            instance = CrashingInstance(stack.enter_context(power_server()), options.seed)
        yield stack.enter_context(closing(instance))


if __name__ == "__main__":
    run(measure, __doc__, takes=(1500, 60), sizes=SIZES, add_options=add_options)
