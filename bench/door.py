"""What a command costs where its match finds the same process each time, and where the system chooses one.

./grubenbuch bench door [--connections 32]

Two, four and eight web processes, reached at their common port, and each at a socket of its own
through haproxy with `haproxy.cfg`: in turn in each round, each with a book of its own. Connections play
matches of Schiefer whose luck is known beforehand. Microseconds are processor time of the API's processes,
of Redis and of the proxy, each for itself, divided by the commands written. Nobody else plays in these
matches, so each look for news of one is a command that met its match stale.
"""

import contextlib

from measuring.contenders import Api, Book, measure_in_turn, show_costs
from measuring.frame import Size, run

WORKERS = (2, 4, 8)
SIZES = {
    "--rounds": Size(5, 1),
    "--seconds": Size(3, 1, "of each way in a round"),
    "--connections": Size(32, 8),
    "--matches": Size(128, 16, "that are played at a time"),
}


def measure(options, sheet):
    sheet.need_program("wrk", package="wrk")
    haproxy = sheet.need_program("haproxy", "/usr/sbin/haproxy", package="haproxy")
    with contextlib.ExitStack() as running:
        books = {way: Book(running, sheet) for way in ("any process", "its process")}
        for book in books.values():
            book.stock.fill(options.matches)
        for workers in WORKERS[: 1 if options.small else None]:
            measure_ways(options, sheet, books, workers, haproxy)


def measure_ways(options, sheet, books, workers, haproxy):
    direct, behind = books
    with contextlib.ExitStack() as running:
        ways = {
            direct: Api(running, books[direct], workers),
            behind: Api(running, books[behind], workers, haproxy=haproxy),
        }
        rounds = sheet.count(range(options.rounds + 1), f"rounds of {workers} workers")
        costs_of = measure_in_turn(
            ways, books.values(), rounds, options.connections, options.seconds, options.matches
        )
        for way, costs in costs_of.items():
            show_costs(sheet, f"{way}, {workers} workers", costs)


if __name__ == "__main__":
    run(measure, __doc__, takes=(240, 25), sizes=SIZES)
