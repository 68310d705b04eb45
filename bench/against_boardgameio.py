"""Moves a second beside boardgame.io 0.50, which keeps no book: one command a call, and many in one call.

./grubenbuch bench against_boardgameio [--workers 2] [--rounds 3] [--seconds 20] [--only-many]

Theirs: a board of nine cells without end on node, in memory and in files, a socket for each match; a client
sends a move when it has seen the one before. Ours: Schiefer on two web processes, each entry chained
and on the disk before it is acknowledged; 32 matches at a time, one command of each on its way, over a
connection for each, or as the lines of `POST /v1/commands` over a few, each with matches of its own. Matches
that end are followed by others, prepared between the rounds. All in turn in each round, so a ratio compares
them on a machine in one state; processor time is that of node, or of the API and its Redis. The packages of
node come from npm.

A move of theirs costs the more, the longer its match already is; so each round begins with a new server. In
a run of a minute, `--only-many --rounds 1 --seconds 60`, their matches come to ten thousand moves, while ours
end after some 250 and as many are prepared as it takes.
"""

import contextlib

from measuring.contenders import Api, Book
from measuring.frame import Size, run
from measuring.rivals import Rival, node_modules

SIZES = {
    "--rounds": Size(3, 1),
    "--seconds": Size(20, 1, "of each contender in a round"),
    "--workers": Size(2, 1, "web processes"),
    "--matches": Size(32, 8, "that are played at a time"),
    "--callers": Size(2, 1, "connections that share these matches where a call holds many commands"),
}
IN_MEMORY = "boardgame.io in memory"
THEIRS = {IN_MEMORY: "memory", "boardgame.io in files": "files"}
SINGLE, MANY = "a command a call", "many commands a call"
OURS = {SINGLE: (6_000, ("0.33 (0.5)", "3 (5)")), MANY: (15_000, ("1.0 (1.3)", ""))}  # no faster than this


def measure(options, sheet):
    sheet.need_program("wrk", package="wrk")
    with contextlib.ExitStack() as running:
        modules = running.enter_context(node_modules(sheet))
        theirs, ours = chosen(options)
        contenders = {name: Rival(modules, kept, options.matches).measure for name, kept in theirs.items()}
        for name, (fastest, _) in ours.items():
            api = Api(running, Book(running, sheet), options.workers)
            contenders[name] = player(api, options, fastest, name)
        rounds = [one_round(contenders, options) for _ in sheet.count(range(options.rounds), "rounds")]
    report(sheet, rounds)


def chosen(options):
    if options.only_many:
        return {IN_MEMORY: THEIRS[IN_MEMORY]}, {MANY: OURS[MANY]}
    return THEIRS, OURS


def player(api, options, fastest, name):
    """Plays for so many seconds over one connection a match, or with many commands a call."""

    def play(seconds):
        api.stock.fill(options.matches, commands=fastest * seconds)
        if name == SINGLE:
            return api.measure(options.matches, seconds, at_once=options.matches)
        lines = options.matches // options.callers
        return api.measure(options.callers, seconds, at_once=options.matches, lines=lines)

    return play


def one_round(contenders, options):
    return {name: play(options.seconds) for name, play in contenders.items()}


def report(sheet, rounds):
    for name in rounds[0]:
        found = [of[name] for of in rounds]
        sheet.rounds(f"{name}: rate", [one.rate for one in found], "/s")
        sheet.rounds(f"{name}: processor time of the server", [one.us for one in found], "µs")
        sheet.rounds(f"{name}: wait, 99th of a hundred", [one.p99 for one in found], "ms")
    for name, (_, aims) in OURS.items():
        for theirs, aim in zip(THEIRS, aims, strict=True):
            if {name, theirs} <= rounds[0].keys():
                ratios = [of[name].rate / of[theirs].rate for of in rounds]
                sheet.rounds(f"{name}: times the rate of {theirs}", ratios, "", aim=aim)
                ratios = [of[theirs].us / of[name].us for of in rounds]
                sheet.rounds(f"{name}: as many in the same processor time as {theirs}, times", ratios, "")


def add_options(parser):
    parser.add_argument("--only-many", action="store_true", help=f"only {MANY} and {IN_MEMORY}")


if __name__ == "__main__":
    run(measure, __doc__, takes=(420, 60), sizes=SIZES, add_options=add_options)
