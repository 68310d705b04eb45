"""What a command costs over HTTP: processor time of desk and Redis, commands a second, and the wait for each.

./grubenbuch bench http_commands [--workers 1,2] [--connections 32] [--beside FOLDER]

Connections play matches of Schiefer whose luck is known beforehand, against a Redis with `appendfsync
always`. Beside the desk a bare Flask answer is measured on gunicorn as it comes, and with `--beside` the desk
of another checkout of this project: all in turn in each round, so that a ratio compares them on a machine in
one state. Microseconds are processor time (utime + stime) of the workers, divided by the commands written.
"""

import contextlib

from measuring.contenders import Desk, Hello
from measuring.frame import Size, run

MATCHES_PER_CONNECTION = 4
FEWEST_MATCHES = 128
SIZES = {
    "--rounds": Size(5, 1),
    "--seconds": Size(3, 1, "of each contender in a round"),
    "--matches": Size(0, 16, "0: as many as the connections need"),
}
AIMS = {("desk", 1): "300", ("desk", 2): "330"}


def measure(options, sheet):
    sheet.need_program("wrk", package="wrk")
    for workers in options.workers or ([1] if options.small else [1, 2]):
        for connections in options.connections or ([8] if options.small else [32]):
            measure_load(options, sheet, workers, connections)


def measure_load(options, sheet, workers, connections):
    with contextlib.ExitStack() as running:
        matches = options.matches or max(FEWEST_MATCHES, MATCHES_PER_CONNECTION * connections)
        contenders = {"desk": Desk(running, sheet, workers)}
        if options.beside:
            contenders["beside"] = Desk(running, sheet, workers, options.beside)
        for desk in contenders.values():
            desk.stock.fill(matches)
        contenders["bare Flask"] = Hello(running, workers)
        rounds = [
            {name: one.measure(connections, options.seconds) for name, one in contenders.items()}
            for _ in sheet.count(range(options.rounds + 1), f"rounds of {workers} workers")
        ][1:]  # the first only warms up
    for name in contenders:
        costs = [found[name] for found in rounds]
        show(
            sheet,
            f"{name}, {workers} workers, {connections} connections",
            costs,
            AIMS.get((name, workers), ""),
        )


def show(sheet, what, costs, aim):
    sheet.rounds(f"{what}: processor time", [cost.desk_us for cost in costs], "µs", aim=aim)
    if any(cost.redis_us for cost in costs):
        sheet.rounds(f"{what}: that of Redis", [cost.redis_us for cost in costs], "µs")
    sheet.rounds(f"{what}: rate", [cost.rate for cost in costs], "/s")
    sheet.rounds(f"{what}: wait, median", [cost.p50 for cost in costs], "ms")
    sheet.rounds(f"{what}: wait, 99th of a hundred", [cost.p99 for cost in costs], "ms")


def add_options(parser):
    parser.add_argument("--workers", type=numbers, metavar="N,N", help="each is measured (default 1,2)")
    parser.add_argument("--connections", type=numbers, metavar="N,N", help="each is measured (default 32)")
    parser.add_argument("--beside", metavar="FOLDER", help="another checkout of this project")


def numbers(words):
    return [int(word) for word in words.split(",")]


if __name__ == "__main__":
    run(measure, __doc__, takes=(170, 20), sizes=SIZES, add_options=add_options)
