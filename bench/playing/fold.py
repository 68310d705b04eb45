"""How fast a book becomes a match again: decode the entries' events and apply them.

./grubenbuch bench fold [--matches 20] [--rounds 5]
"""

from functools import partial

import msgspec
from measuring.frame import Size, run
from measuring.rounds import measure_rates

from games.catalogue import GAMES
from service.matches.folding import fold_entries
from workers.arena.matches import Pairing, play_book
from workers.bots.player import Player

SIZES = {"--matches": Size(20, 1, "of each game, played by random bots"), "--rounds": Size(5, 1)}


def measure(options, sheet):
    for game in GAMES.values():
        sheet.step(f"playing {options.matches} matches of {game.name}")
        books = [play_match(game, seed) for seed in sheet.count(range(options.matches), "matches")]
        entries = sum(map(len, books))
        events = sum(len(msgspec.json.decode(entry.events)) for book in books for entry in book)
        rates = measure_rates(partial(fold, books, events), options.rounds)
        sheet.rounds(game.name, rates, "events/s")
        sheet.detail(f"{game.name}, entries a match", entries / len(books), "entries")
        sheet.rounds(f"{game.name}, a match", [1000 * events / rate / len(books) for rate in rates], "ms")


def play_match(game, seed):
    return list(play_book(Pairing(game, [Player("random")] * max(game.seats), seed, {})))


def fold(books, events):
    """How many it folds, which are counted before."""
    for entries in books:
        fold_entries(entries)
    return events


if __name__ == "__main__":
    run(measure, __doc__, takes=(40, 2), sizes=SIZES)
