"""How fast a book becomes a match again: decode the entries' events and apply them.

./grubenbuch bench fold [--matches 20] [--rounds 5]
"""

import argparse

import msgspec
from measuring.rounds import rates

from games.catalogue import GAMES
from service.matches.folding import fold_entries
from workers.arena.matches import Pairing, play_book
from workers.minds.player import Player


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    for game in GAMES.values():
        seats = max(game.seats)
        books = [
            list(play_book(Pairing(game, [Player("random")] * seats, seed, {})))
            for seed in range(arguments.matches)
        ]
        events = sum(len(msgspec.json.decode(entry.events)) for entries in books for entry in entries)
        entries = sum(len(entries) for entries in books)

        def work(books=books):
            for entries in books:
                fold_entries(entries)

        name = f"{game.name}, {seats} seats"
        rate = rates(name, events, work, rounds=arguments.rounds, unit="events/s")
        milliseconds = 1000 * events / rate / len(books)
        print(f"{'':44} {entries / len(books):,.0f} entries a match, folded in {milliseconds:.1f} ms")


if __name__ == "__main__":
    main()
