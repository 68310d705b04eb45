"""How long a table takes to draw, in processor time, and how much of it travels.

./grubenbuch bench pictures [--matches 3] [--positions 4] [--rounds 10]
"""

import time

from measuring.frame import Size, run

from games.catalogue import GAMES
from games.kernel import Question
from games.kernel.pictures.telling import Telling
from service.api.middleware import compress_bytes
from service.matches.folding import fold_entries
from service.queries.pictures import ask_in_words, write_svg
from workers.arena.matches import Pairing, play_book
from workers.bots.player import Player

SIZES = {
    "--matches": Size(3, 1, "of each game and number of seats"),
    "--positions": Size(4, 2, "of each match"),
    "--rounds": Size(10, 2),
}


def measure(options, sheet):
    for game in GAMES.values():
        sheet.step(f"playing {options.matches} matches of {game.name} for each number of seats")
        tables = [
            table
            for seats in game.seats
            for seed in range(options.matches)
            for table in play_positions(game, seats, seed, options.positions)
        ]
        draw(game, tables, options.rounds, sheet)


def play_positions(game, seats, seed, count):
    """Spread over a match of random players."""
    entries = list(play_book(Pairing(game, [Player("random")] * seats, seed, {})))
    for number in range(1, count + 1):
        yield fold_entries(entries[: len(entries) * number // count]).table


def tell(game, table):
    plain = Telling(words=game.words, lang="en")
    asked = next((item for item in table.agenda if isinstance(item, Question)), None)
    if asked is None:
        return plain
    question = ask_in_words(game, table, asked, plain)
    return Telling(words=game.words, lang="en", turn=asked.seat, question=question)


def draw(game, tables, rounds, sheet):
    """Warm, as a process that serves is: what never changes has been drawn once."""
    tellings = [tell(game, table) for table in tables]
    drawn = [write_svg(game.picture(*each), game.name) for each in zip(tables, tellings, strict=True)]
    times = []
    for _ in sheet.count(range(rounds), "rounds"):
        for table, telling in zip(tables, tellings, strict=True):
            began = time.thread_time()
            write_svg(game.picture(table, telling), game.name)
            times.append(1000 * (time.thread_time() - began))
    sheet.spread(f"{game.name}, a table drawn", times)
    largest = max(drawn, key=len).encode()
    sheet.detail(f"{game.name}, the largest", len(largest) / 1000, "KB")
    sheet.figure(f"{game.name}, the largest in gzip", len(compress_bytes(largest)) / 1000, "KB", aim="40 KB")


if __name__ == "__main__":
    run(measure, __doc__, takes=(25, 3), sizes=SIZES)
