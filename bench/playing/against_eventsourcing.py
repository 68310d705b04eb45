"""How fast histories become tables again, side by side with the Python library `eventsourcing`.

./grubenbuch bench against_eventsourcing [--rounds 5]

Ours: the golden histories of all games, from the JSON of the book to the last table. Theirs: the aggregate of
a board of nine cells, from their fastest store (in memory), which is less work an event. Both in seconds of
processor time. The library gets a virtual environment of its own in a temporary directory.
"""

import json
import lzma
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

import msgspec
from measuring.frame import Size, run
from measuring.sheet import MissingToolError

from games.catalogue import GAMES
from service.config import HOME

THEIRS = """
import sys, time
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

class Match(Aggregate):
    def __init__(self, name):
        self.name, self.count, self.cells = name, 0, [None] * 9
    @event("Moved")
    def move(self, player: str, cell: int):
        self.cells[cell] = player
        self.count += 1

number = 10_000
app = Application()
match = Match("x")
for step in range(number):
    match.move("p1", step % 9)
app.save(match)
print("ready", flush=True)
for line in sys.stdin:
    began = time.process_time()
    assert app.repository.get(match.id).count == number
    print(number / (time.process_time() - began), flush=True)
"""


SIZES = {"--rounds": Size(5, 1)}


def measure(options, sheet):
    books = {name: histories(name) for name in GAMES}
    with tempfile.TemporaryDirectory(prefix="gb-bench-") as folder:
        sheet.step("installing the library `eventsourcing` in a temporary directory")
        with library(Path(folder)) as theirs:
            rounds = [one_round(books, theirs) for _ in sheet.count(range(options.rounds + 1), "rounds")][1:]
    sheet.rounds("eventsourcing", [rates["eventsourcing"] for rates in rounds], "events/s")
    for name in GAMES:
        sheet.rounds(name, [rates[name] for rates in rounds], "events/s")
        ratios = [rates[name] / rates["eventsourcing"] for rates in rounds]
        sheet.rounds(f"{name} against eventsourcing", ratios, "times")


def histories(name):
    """(an empty table, the JSON of each batch) for each golden history of a game."""
    game, found = GAMES[name], []
    for path in sorted((HOME / "tests/games" / name / "golden").glob("*.json.xz")):
        history = json.loads(lzma.decompress(path.read_bytes()))
        options = msgspec.convert(history["options"], game.options)
        blank = (history["seats"], history["edition"], options)
        found.append((blank, [msgspec.json.encode(batch) for batch in history["events"]]))
    return found


def one_round(books, theirs):
    rates = {name: ours(GAMES[name], found) for name, found in books.items() if found}
    theirs.stdin.write("\n")
    theirs.stdin.flush()
    return rates | {"eventsourcing": float(theirs.stdout.readline())}


def ours(game, found):
    decode = msgspec.json.Decoder(list[game.event_type]).decode
    count, began = 0, time.process_time()
    for blank, batches in found:
        table = game.blank(*blank)
        for batch in batches:
            events = decode(batch)
            count += len(events)
            for event in events:
                event.apply(table)
    return count / (time.process_time() - began)


def library(folder):
    """A process of its own that folds once for each line it is sent."""
    venv.create(folder, with_pip=True)
    python = folder / "bin/python"
    words = [python, "-m", "pip", "install", "--quiet", "eventsourcing"]
    if subprocess.run(words, check=False).returncode:
        raise MissingToolError("pip does not fetch eventsourcing")
    process = subprocess.Popen(
        [python, "-c", THEIRS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder
    )
    if process.stdout.readline() != "ready\n":
        sys.exit("the library does not start")
    return process


if __name__ == "__main__":
    run(measure, __doc__, takes=(60, 30), sizes=SIZES)
