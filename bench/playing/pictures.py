"""How long a table takes to draw, and how much of it travels.

./grubenbuch bench pictures [--matches 3] [--positions 4]
"""

import argparse
import gzip
import time
from statistics import quantiles

from games.catalogue import GAMES
from games.kernel import Question
from games.kernel.pictures.telling import Telling
from service.matches.folding import fold_entries
from service.reading.pictures.picture import write_svg
from service.reading.pictures.tables import ask_in_words
from workers.arena.matches import Pairing, play_book
from workers.minds.player import Player

ROUNDS = 10


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=3)
    parser.add_argument("--positions", type=int, default=4)
    arguments = parser.parse_args()
    for game in GAMES.values():
        tables = [
            table
            for seats in game.seats
            for seed in range(arguments.matches)
            for table in play_positions(game, seats, seed, arguments.positions)
        ]
        measure(game, tables)


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


def measure(game, tables):
    """Warm, as a process that serves is: what never changes has been drawn once."""
    tellings = [tell(game, table) for table in tables]
    drawn = [write_svg(game.picture(*each), game.name) for each in zip(tables, tellings, strict=True)]
    times = []
    for _ in range(ROUNDS):
        for table, telling in zip(tables, tellings, strict=True):
            began = time.perf_counter()
            write_svg(game.picture(table, telling), game.name)
            times.append(1000 * (time.perf_counter() - began))
    cuts = quantiles(times, n=100)
    largest = max(drawn, key=len).encode()
    print(
        f"{game.name:16} {len(tables):4} positions, {cuts[49]:6.1f} ms p50, {cuts[98]:6.1f} ms p99, at most "
        f"{len(largest) / 1000:.0f} KB and {len(gzip.compress(largest)) / 1000:.1f} KB compressed"
    )


if __name__ == "__main__":
    main()
