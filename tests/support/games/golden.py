"""Golden histories: whole matches as they were once played, kept to be read for ever.

    PYTHONPATH=.:tests python tests/support/games/golden.py make schiefer  # 10 greedy matches per seat count
    PYTHONPATH=.:tests python tests/support/games/golden.py check schiefer

A history folds to the table whose fingerprint it carries, without dice and without a rulebook; only the
score is computed again. A rule may change what happens in new matches; these stay as they are, so make
them again only when the shape of an event has changed.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sys
from pathlib import Path

import msgspec

from events.upcasting import lift_shapes
from games.catalogue import GAMES
from games.kernel import Play
from support.games.luck import Seeded
from workers.bots import choose

HERE = Path(__file__).parents[2] / "games"
MATCHES = 10
MOST_DECISIONS_RECORDED = 20_000


def canonical(thing):
    return msgspec.json.encode(thing, order="sorted")


def fingerprint(table):
    return hashlib.sha256(canonical(table)).hexdigest()


def play_match(name, *, seats, seed, options=None, mind="greedy"):
    """A match from the opening to the end, as the JSON of its history."""
    game = GAMES[name]
    choices = msgspec.convert(options or {}, game.options)
    edition = next(iter(game.editions))
    luck, minds_luck = Seeded(seed), Seeded(-1 - seed)
    play = Play(game.rules, game.blank(seats, edition, choices), luck)
    play.first(*game.opening)
    play.run()
    batches = [play.events]
    while play.legal:
        assert len(batches) < MOST_DECISIONS_RECORDED, f"{name} with seed {seed} does not end"
        play.events = []
        play.answer(choose(mind, game, play.game, play.legal, minds_luck))
        batches.append(play.events)
    return {
        "rules": game.rules_name,
        "edition": edition,
        "seats": seats,
        "options": msgspec.to_builtins(choices),
        "mind": mind,
        "seed": seed,
        "events": msgspec.to_builtins(batches),  # one list per decision, the set-up first
        "fingerprint": fingerprint(play.game),
        "score": msgspec.to_builtins(game.score(play.game)),
        "places": game.places(play.game),
    }


def blank_of(history):
    game = GAMES[history["rules"].partition("/")[0]]
    options = msgspec.convert(history["options"], game.options)
    return game.blank(history["seats"], history["edition"], options)


def refold(history):
    """The final table, from the events alone."""
    game = GAMES[history["rules"].partition("/")[0]]
    table = blank_of(history)
    for batch in history["events"]:
        lifted_batch = lift_shapes(canonical(batch), game.name)  # perhaps of an old shape
        for event in msgspec.json.decode(lifted_batch, type=list[game.event_type]):
            event.apply(table)
    return table


def check(history):
    """The fold ends at the recorded table, and the table still scores what it scored."""
    game = GAMES[history["rules"].partition("/")[0]]
    table = refold(history)
    assert not table.agenda, "the match was not played to its end"
    assert len(history["events"]) < game.longest / 2
    assert fingerprint(table) == history["fingerprint"]
    assert msgspec.to_builtins(game.score(table)) == history["score"]
    assert game.places(table) == history["places"]


def histories(name="*"):
    return sorted(HERE.glob(f"{name}/golden/*.json.xz"))


def load(path):
    return json.loads(lzma.decompress(path.read_bytes()))


def save(history, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(canonical(history), preset=9))


def variants(game):
    """Options to go through in turn: the defaults, and each switch the other way round."""
    defaults = msgspec.to_builtins(game.options())
    switches = [key for key, value in defaults.items() if isinstance(value, bool)]
    return [{}, *({key: not defaults[key]} for key in switches)]


def make(name, matches=MATCHES):
    game = GAMES[name]
    options = variants(game)
    for seats in game.seats:
        for number in range(matches):
            history = play_match(name, seats=seats, seed=number, options=options[number % len(options)])
            save(history, HERE / name / "golden" / f"{seats}p-{number:02}.json.xz")


def main(task, name, matches=MATCHES):
    if task == "make":
        make(name, int(matches))
    for path in histories(name):
        check(load(path))
        print(path.name, path.stat().st_size)  # noqa: T201  for the person who made them


if __name__ == "__main__":
    main(*sys.argv[1:])
