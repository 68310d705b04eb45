"""Random games, watched at every position. Each game says what it conserves; the rest is the same for all.

    for position in walk("schiefer", seats=3, seed=7):
        examine(position)

`position.live` is the table as the rules left it, `position.folded` the one folded from the JSON of the
events alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
import pytest

from games.catalogue import GAMES
from games.kernel import Command, NotOffered, Play, decide
from games.kernel.copying import clone
from support.games.luck import Seeded

MOST_DECISIONS = 20_000


@dataclass
class Position:
    game: Any
    live: Any
    folded: Any
    legal: list[Command]
    number: int  # of decisions made so far
    events: list[Any]  # those of the last decision
    luck: Seeded

    @property
    def question(self):
        return self.live.agenda[0] if self.live.agenda else None


def walk(name, *, seats, seed, options=None, edition=None):
    """A random game from the first question to the end, position by position."""
    game = GAMES[name]
    choices = msgspec.convert(options or {}, game.options)
    edition = edition or game.editions.default
    luck = Seeded(seed)
    play = Play(game.rules, game.blank(seats, edition, choices), luck)
    folded = game.blank(seats, edition, choices)
    play.first(*game.opening)
    play.run()
    seen = 0
    for number in range(MOST_DECISIONS):
        fresh = play.events[seen:]
        seen = len(play.events)
        fold_json(game, folded, fresh)
        yield Position(game, play.game, folded, play.legal, number, fresh, luck)
        if not play.legal:
            return
        play.answer(luck.pick(play.legal))
    pytest.fail(f"{name} with seed {seed} does not end")


def fold_json(game, table, events):
    """As a reader of the book does it: events as JSON, decoded, applied."""
    for event in msgspec.json.decode(msgspec.json.encode(events), type=list[game.event_type]):
        event.apply(table)


def fold_is_live(position):
    assert position.folded == position.live


def survives_json(position):
    """Table, agenda and every legal command come back from JSON as they were."""
    table = position.live
    assert msgspec.json.decode(msgspec.json.encode(table), type=type(table)) == table
    commands = msgspec.json.encode(position.legal)
    assert msgspec.json.decode(commands, type=list[position.game.command_type]) == position.legal


def somebody_may_speak_or_it_is_over(position):
    assert bool(position.legal) == bool(position.live.agenda)
    assert len(position.legal) != 1, "a question with one answer is not asked"


def every_offer_is_accepted(position, luck_seed=0):
    """Each legal command is decided on a copy; the table itself stays as it is."""
    before = clone(position.live)
    answers = [*position.game.rules.answers_to(position.live, position.question)]
    assert [command for command in answers if command in position.legal] == position.legal
    for command in answers:
        events = decide(
            position.game.rules, position.live, position.question.seat, command, Seeded(luck_seed)
        )
        assert events
    assert position.live == before


def mutations_are_refused(position, count=50):
    """A command that is not offered is refused with a code, and changes nothing."""
    if not position.legal:
        return
    random = Random(position.number)
    pool = position.legal + [
        barred.command for barred in position.game.rules.barred(position.live, position.question)
    ]
    answers = position.game.rules.answers_to(position.live, position.question)
    tried = {msgspec.json.encode(command) for command in answers}
    before = clone(position.live)
    for _ in range(count):
        mutant = mutated(position.game, random.choice(pool), random)
        if mutant is not None and (form := msgspec.json.encode(mutant)) not in tried:
            tried.add(form)
            with pytest.raises(NotOffered) as refusal:
                decide(position.game.rules, position.live, position.question.seat, mutant, Seeded(0))
            assert refusal.value.code == "not_offered"
    assert position.live == before


def mutated(game, command, random):
    """A command with one field or its type changed; None if no command looks like that."""
    data = msgspec.to_builtins(command)
    field = random.choice(list(data))
    if field == "type":
        data = {
            "type": random.choice(game.commands).__struct_config__.tag,
            **{k: v for k, v in data.items() if k != "type"},
        }
    else:
        data[field] = _other(data[field], random)
    try:
        return msgspec.convert(data, game.command_type)
    except msgspec.ValidationError:
        return None


def _other(value, random):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + random.choice([-7, -2, -1, 1, 2, 7, 1000])
    if isinstance(value, str):
        return random.choice([value[::-1], value + "x", "", "port", value[:-1] + random.choice("123456789")])
    if isinstance(value, list):
        return random.choice([[*value, random.randint(0, 7)], value[:-1], value[::-1], [*value, *value]])
    return None
