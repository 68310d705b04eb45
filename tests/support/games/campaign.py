"""Whole random games under watch, the same way for every game.

    PYTHONPATH=.:tests python tests/support/games/campaign.py schiefer 1000  # every check at every position

A game's own pieces are watched by its ledger: a module `<game>_ledger` beside this one with a class `Ledger`
whose `follow(position)` asserts what must be conserved, position by position.
"""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import product

import msgspec
import pytest

from games.catalogue import GAMES
from games.kernel import Asked, GameIsOver, Line, NotYourTurn, decide
from games.kernel.completeness import gaps_at
from support.games.luck import Rigged
from support.games.walk import (
    every_offer_is_accepted,
    fold_is_live,
    mutations_are_refused,
    somebody_may_speak_or_it_is_over,
    survives_json,
    walk,
)

MUTATIONS = 50


def watch(name, *, seats, seed, options=None, every=1):
    """One game to its end: cheap checks at every position, expensive ones at every `every`-th."""
    ledger = import_module(f"support.games.{name}_ledger").Ledger(seats)
    command = None
    for position in walk(name, seats=seats, seed=seed, options=options):
        fold_is_live(position)
        somebody_may_speak_or_it_is_over(position)
        what_is_waited_for_is_recorded(position)
        ledger.follow(position)
        if (position.number + seed) % every == 0 or not position.legal:
            look_closely(position)
        command = position.legal[0] if position.legal else command
    nobody_speaks_after_the_end(position, command)
    return position


def look_closely(position):
    survives_json(position)
    what_is_shown_survives_json(position)
    canonical_json_changes_no_option(position)
    nothing_is_unsaid(position)
    if position.legal:
        every_offer_is_accepted(position)
        mutations_are_refused(position, MUTATIONS)
        nobody_speaks_out_of_turn(position)


def what_is_waited_for_is_recorded(position):
    asked = [event for event in position.events if isinstance(event, Asked)]
    assert asked == position.events[-1:]
    assert asked[0].agenda == position.live.agenda


def what_is_shown_survives_json(position):
    game, table = position.game, position.live
    for shown, kind in (
        (position.events, list[game.event_type]),
        (game.view(table), game.view_type),
        (game.score(table), list[Line]),
    ):
        assert msgspec.json.decode(msgspec.json.encode(shown), type=kind) == shown


def nobody_speaks_out_of_turn(position):
    seat = getattr(position.question, "seat", None)
    if seat is not None:
        for other in (seat + 1, seat - 1, None):
            with pytest.raises(NotYourTurn):
                decide(position.game.rules, position.live, other, position.legal[0], Rigged())


def nobody_speaks_after_the_end(position, command):
    with pytest.raises(GameIsOver):
        decide(position.game.rules, position.live, 0, command, Rigged())


def canonical_json_changes_no_option(position):
    """A table that comes back from a snapshot, its keys sorted, offers the same in the same order."""
    stored = msgspec.json.encode(position.live, order="sorted")
    table = msgspec.json.decode(stored, type=type(position.live))
    if position.question:
        assert position.game.rules.legal(table, position.question) == position.legal


def nothing_is_unsaid(position):
    assert gaps_at(position.game, position.live, position.legal, position.events) == []


def option_sets(game, others=()):
    """The defaults, then every combination of the switches; `others` are option sets of the game's own."""
    defaults = msgspec.to_builtins(game.options())
    switches = [key for key, value in defaults.items() if isinstance(value, bool)]
    settings = [
        dict(zip(switches, values, strict=True)) for values in product((True, False), repeat=len(switches))
    ]
    return [*settings, *others]


def campaign(name, games, *, first=0, every=1, others=()):
    """This many games, seats and options in turn; yields the last position of each."""
    game = GAMES[name]
    options = option_sets(game, others)
    for number in range(first, first + games):
        seats = game.seats[number % len(game.seats)]
        yield watch(
            name,
            seats=seats,
            seed=number,
            options=options[number // len(game.seats) % len(options)],
            every=every,
        )


def main(name, games=100):
    for number, end in enumerate(campaign(name, int(games))):
        print(number, len(end.live.players), "seats", end.number, "decisions", end.live.round, "rounds")  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
