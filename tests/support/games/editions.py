"""Editions in which one datum is otherwise, and random games on them.

    PYTHONPATH=.:tests python tests/support/games/editions.py schiefer       # every datum, one at a time

A datum is changed as its kind allows: a number by one or two, up and down, a truth value to the other, a word
to another that stands under the same name elsewhere, an id to one that nobody has heard of, everywhere it is
named. Where others must follow, so that the sums of the box hold, `TIED` says which.
"""

from __future__ import annotations

import sys
from copy import deepcopy
from random import Random

from games.catalogue import GAMES
from games.kernel.editions.admission import imprint_of, misprints, read_board
from games.kernel.editions.marks import marked_data
from games.kernel.editions.paths import data_in, find_datum, steps_of, write_path
from games.kernel.laws import breaches
from service.queries.pictures import portraits_of
from support.games import drawings
from support.games.walk import walk

NAME = "other"


def changed(document, path, value):
    """A copy with one datum set."""
    copy = deepcopy(document)
    around = find_datum(copy, path[:-1])
    around[key_of(around, path[-1])] = value
    return copy


def key_of(around, step):
    return step if isinstance(around, dict) else steps_of(around).index(step)


def renamed(value, old, new):
    """The id everywhere, as a value and as a name."""
    if isinstance(value, dict):
        return {new if name == old else name: renamed(part, old, new) for name, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, old, new) for part in value]
    return new if value == old else value


def others_of(document, path, value):
    """Documents in which this datum is another one."""
    if isinstance(value, bool):
        yield changed(document, path, not value)
    elif isinstance(value, int):
        for step in (1, -1, 2, -2):
            yield changed(document, path, value + step)
            yield from with_tied(document, path, value, step)
    elif isinstance(value, str):
        alike = {other for where, other in data_in(document) if where[-1] == path[-1] and where[0] == path[0]}
        for other in sorted(alike - {value}, key=str)[:6]:
            if isinstance(other, str):
                yield changed(document, path, other)
        yield renamed(document, value, f"x-{value}")


TIED = {
    ("setup", "supply"): [(("setup", "reserve"), -1)],
    ("setup", "reserve"): [(("setup", "supply"), -1)],
    ("pieces", "markers_per_player"): [(("setup", "reserve"), 1)],
    ("pieces", "warehouses_per_player"): [(("warehouses_at_start", "supply"), 1)],
    ("warehouses_at_start", "supply"): [(("pieces", "warehouses_per_player"), 1)],
    ("warehouses_at_start", "first_lock"): [(("pieces", "warehouses_per_player"), 1)],
    ("warehouses_at_start", "grafschaft_mark"): [
        (("pieces", "warehouses_per_player"), 1),
        (("personal_tiles", "list", "grafschaft_mark", "warehouses"), 1),
    ],
    ("personal_tiles", "list", "grafschaft_mark", "warehouses"): [
        (("pieces", "warehouses_per_player"), 1),
        (("warehouses_at_start", "grafschaft_mark"), 1),
    ],
}


def with_tied(document, path, value, step):
    if path in TIED:
        copy = changed(document, path, value + step)
        for other, sign in TIED[path]:
            copy = changed(copy, other, find_datum(copy, other) + sign * step)
        yield copy


def data_of(name):
    """Every datum of the built-in edition, with its path."""
    return [(path, value) for path, value, _ in marked_data(GAMES[name].editions.built_in)]


def variants_of(name, path, value):
    """Those changes of a datum on which somebody could play."""
    game = GAMES[name]
    document = game.editions.built_in | {"edition": NAME}
    return [other for other in others_of(document, path, value) if can_be_played(game, other)]


def spoilt(name, seed):
    """The built-in board with a thing taken away, doubled, reversed, or replaced by what cannot be there."""
    random, document = Random(seed), deepcopy(GAMES[name].editions.built_in) | {"edition": NAME}
    around, key = random.choice(
        [place for place in places_in(document) if place[1] not in {"game", "edition"}]
    )
    if isinstance(around, list) and random.random() < HALF:
        random.choice((around.reverse, lambda: around.append(deepcopy(around[key]))))()
    elif random.random() < HALF:
        around[key] = deepcopy(random.choice(STRANGE))
    else:
        del around[key]
    return document


HALF = 0.5
STRANGE = ([], {}, 0, 1, -1, 99, None, "", "x", True)


def places_in(value):
    """Every place of a document in which something stands."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places_in(value[key])


def can_be_played(game, document):
    """It may contradict the rulebook: then nobody may add it, but rules must not stumble over it."""
    return not [found for found in misprints(game, document) if found.fault != "contradicts"]


def introduce(game, document):
    """Past the door: also what contradicts the rulebook."""
    imprint = imprint_of(document)
    game.editions.add(imprint, read_board(game, document, imprint.id))
    return imprint.id


def forget(game, edition):
    del game.editions[edition]


def play_lawfully(name, document, *, seats, seed, every=7):
    """A random game to its end; the laws are asked on the way, and after the last answer.

    A board that anybody may add is drawn as well.
    """
    game = GAMES[name]
    shown = not list(misprints(game, document))
    edition = introduce(game, document)
    try:
        for position in walk(name, seats=seats, seed=seed, edition=edition):
            if position.number % every == 0 or not position.legal:
                assert position.folded == position.live
                assert list(breaches(game, position.live)) == []
                game.view(position.live)
                game.score(position.live)
                if shown:
                    assert drawings.draw(game, position.live)
        if shown:
            assert portraits_of(name, edition, "en")
    finally:
        forget(game, edition)
    return position


def main(name, first=0):
    """Exit code 1 if a board could not be played on, drawn or kept lawful."""
    failed = False
    for number, (path, value) in list(enumerate(data_of(name)))[int(first) :]:
        others = variants_of(name, path, value)
        if not others:
            print("nothing else can stand at", write_path(path), flush=True)  # noqa: T201
        for place, document in enumerate(others):
            try:
                play_lawfully(name, document, seats=2 + (number + place) % 3, seed=number, every=50)
            except (Exception, AssertionError) as failure:  # noqa: BLE001  every one is told
                failed = True
                said = f"{type(failure).__name__} {str(failure)[:200]}"
                print(number, write_path(path), place, said, flush=True)  # noqa: T201
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
