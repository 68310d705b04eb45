"""What a command costs on one, two and four masters of a Redis Cluster, with one, two and four web processes.

./grubenbuch bench cluster [--seconds 3] [--connections 32]

All on this machine, each master with `appendfsync always`; a single server that is no cluster comes first.
Connections play matches of Schiefer whose luck is known beforehand, a command a call. Microseconds are
processor time, of the API's processes and of all masters together, for each command written: with more
masters and web processes than cores a rate says little, what a command costs how many cores a load needs.
"""

import contextlib

from measuring.contenders import FASTEST, Api, Book
from measuring.frame import Size, run

MASTERS = (0, 1, 2, 4)
DESKS = (1, 2, 4)
SIZES = {
    "--rounds": Size(3, 1),
    "--seconds": Size(3, 1, "of each in a round"),
    "--connections": Size(32, 4),
    "--matches": Size(160, 8, "that are played at a time"),
}


def measure(options, sheet):
    sheet.need_program("wrk", package="wrk")
    for masters in MASTERS if not options.small else (0, 2):
        with contextlib.ExitStack() as running:
            book = Book(running, sheet, masters)
            book.stock.fill(options.matches)
            for apis in DESKS if not options.small else (1,):
                measure_apis(options, sheet, book, masters, apis)


def measure_apis(options, sheet, book, masters, apis):
    """The first round only warms up."""
    where = f"{masters} masters" if masters else "no cluster"
    with contextlib.ExitStack() as running:
        api = Api(running, book, apis)
        costs = []
        for _ in sheet.count(range(options.rounds + 1), f"rounds, {where}, {apis} web processes"):
            book.stock.fill(options.connections, FASTEST * options.seconds)
            costs.append(api.measure(options.connections, options.seconds, options.matches))
    sheet.rounds(f"{where}, {apis} web processes: of the API", [cost.api_us for cost in costs[1:]], "µs")
    sheet.rounds(f"{where}, {apis} web processes: of Redis", [cost.redis_us for cost in costs[1:]], "µs")
    sheet.rounds(f"{where}, {apis} web processes: rate", [cost.rate for cost in costs[1:]], "/s")


if __name__ == "__main__":
    run(measure, __doc__, takes=(300, 25), sizes=SIZES)
