"""What a command costs over HTTP: processor time of API and Redis, commands a second, and the wait for each.

./grubenbuch bench http_commands [--workers 1,2] [--connections 32,256] [--beside FOLDER]

Connections play matches of Schiefer whose luck is known beforehand, against a Redis with `appendfsync
always`. Beside the API a bare Flask answer is measured on gunicorn as it comes, and with `--beside` the API
of another checkout of this project: all in turn in each round, so that a ratio compares them on a machine in
one state. Microseconds are processor time (utime + stime) of the workers, divided by the commands written.
`bench door` measures what a proxy brings that knows which process has a match.
"""

import contextlib

from measuring.contenders import Api, Book, Hello, measure_in_turn, show_costs
from measuring.frame import Size, run

SIZES = {
    "--rounds": Size(5, 1),
    "--seconds": Size(3, 1, "of each contender in a round"),
    "--matches": Size(128, 16, "that are played at a time; as many as connections if those are more"),
}
AIMS = {("api", 1, 32): "300", ("api", 2, 32): "330"}


def measure(options, sheet):
    sheet.need_program("wrk", package="wrk")
    with contextlib.ExitStack() as running:
        books = {name: Book(running, sheet) for name in (("api", "beside") if options.beside else ("api",))}
        for book in books.values():
            book.stock.fill(options.matches)
        for workers in options.workers or ([1] if options.small else [1, 2]):
            measure_workers(options, sheet, books, workers)


def measure_workers(options, sheet, books, workers):
    with contextlib.ExitStack() as running:
        contenders = {"api": Api(running, books["api"], workers)}
        if options.beside:
            contenders["beside"] = Api(running, books["beside"], workers, options.beside)
        contenders["bare Flask"] = Hello(running, workers)
        for connections in options.connections or ([8] if options.small else [32, 256]):
            rounds = sheet.count(range(options.rounds + 1), f"rounds of {workers} workers")
            at_once = max(connections, options.matches)
            costs = measure_in_turn(contenders, books.values(), rounds, connections, options.seconds, at_once)
            for name, found in costs.items():
                what = f"{name}, {workers} workers, {connections} connections"
                show_costs(sheet, what, found, AIMS.get((name, workers, connections), ""))


def add_options(parser):
    parser.add_argument("--workers", type=numbers, metavar="N,N", help="each is measured (default 1,2)")
    parser.add_argument(
        "--connections", type=numbers, metavar="N,N", help="each is measured (default 32,256)"
    )
    parser.add_argument("--beside", metavar="FOLDER", help="another checkout of this project")


def numbers(words):
    return [int(word) for word in words.split(",")]


if __name__ == "__main__":
    run(measure, __doc__, takes=(260, 20), sizes=SIZES, add_options=add_options)
