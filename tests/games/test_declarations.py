"""Every value of every type says how large it can be, what it names, and what it means."""

from typing import Annotated, Any, get_args

import msgspec
import pytest
from msgspec import Meta

from games.catalogue import GAMES
from games.kernel.declarations import (
    gaps_in_bounds,
    gaps_in_declarations,
    gaps_in_descriptions,
    gaps_in_references,
)
from games.kernel.pointers import locate_misfit
from games.match.agenda import MatchItem
from games.match.clock import after_an_answer
from games.match.commands import COMMANDS
from games.match.events import EVENTS, ClockStarted, TimeTaken
from games.match.play import event_type
from games.match.quantities import ALL_TIME, LAST_MOMENT, LONGEST_CLOCK
from games.match.state import Clock, Match
from support.games.toy import toy_game

DECLARED = ("schiefer", "ruhrschifffahrt", "schichtwechsel")  # games whose types say it all
MATCH = (*COMMANDS, *EVENTS, *get_args(MatchItem), Match)
BOUND_ELSEWHERE = [
    "LuckDrawn.draws has no bounds",  # the check of draws says of each whether it can be made
    "Match.table has no bounds",  # the game's types have them
    "MatchOpened.table has no bounds",
]


@pytest.mark.parametrize("name", DECLARED)
def test_the_types_of_a_game_leave_nothing_unsaid(name):
    assert gaps_in_declarations(GAMES[name]) == []


def test_the_types_of_a_match_leave_nothing_unsaid_but_what_is_judged_elsewhere():
    assert sorted(gaps_in_bounds(MATCH)) == BOUND_ELSEWHERE
    assert list(gaps_in_descriptions(MATCH)) == []


HUGE = 2**53
LAZY = {"mind": "search", "milliseconds": HUGE}
OPENED = {
    "type": "match_opened", "match": "m", "game": "schiefer", "edition": "2024", "seats": 2, "options": {},
    "visibility": "public", "resigning": "bot", "commitment": "0", "undo": "off",
}  # fmt: skip


@pytest.mark.parametrize(
    ("event", "pointer"),
    [
        ({"type": "seat_taken", "seat": HUGE, "words": ""}, "/0/seat"),
        ({"type": "seat_taken", "seat": -1, "words": ""}, "/0/seat"),
        ({"type": "seat_taken", "seat": 0, "words": "x" * 201}, "/0/words"),
        (
            {"type": "bot_seated", "seat": 0, "bot": {"mind": "search", "milliseconds": HUGE}},
            "/0/bot/milliseconds",
        ),
        ({"type": "luck_drawn", "first": -1, "draws": []}, "/0/first"),
        ({"type": "luck_drawn", "first": 0, "draws": [[6, 5]] * 10_001}, "/0/draws"),
        ({"type": "rewound", "seat": 0, "to": 1, "struck": [HUGE]}, "/0/struck/0"),
        ({"type": "clock_started", "seat": 0, "since": 0, "until": HUGE}, "/0/until"),
        ({"type": "time_taken", "seat": 0, "used": -1, "left": 0}, "/0/used"),
        ({"type": "seed_disclosed", "seed": "0" * 65}, "/0/seed"),
        (OPENED | {"seats": HUGE}, "/0/seats"),
        (OPENED | {"options": {"stall_rounds": HUGE}}, "/0/options/..."),
        (OPENED | {"match": "m" * 201}, "/0/match"),
        (OPENED | {"parent": {"match": "m", "version": HUGE, "hash": ""}}, "/0/parent/version"),
    ],
    ids=lambda part: part if isinstance(part, str) else None,
)
def test_an_event_of_a_match_beyond_its_bounds_is_refused_with_its_pointer(event, pointer):
    wanted = list[event_type(GAMES["schiefer"])]
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.json.decode(msgspec.json.encode([event]), type=wanted)

    assert locate_misfit(refused.value)[0] == pointer


def test_what_a_house_writes_at_the_limits_of_a_match_is_read_again():
    """The longest clock, gathered in a bank; the last moment of such a clock."""
    events = [ClockStarted(7, LAST_MOMENT - ALL_TIME, LAST_MOMENT), TimeTaken(7, ALL_TIME, ALL_TIME)]
    wanted = list[event_type(GAMES["schiefer"])]

    assert msgspec.json.decode(msgspec.json.encode(events), type=wanted) == events
    bank = Clock(kind="bank", seconds=1, increment=LONGEST_CLOCK)
    assert after_an_answer(bank, ALL_TIME - 1) == ALL_TIME


@pytest.mark.parametrize("kind", [int, float, str, list[bool], tuple[bool, ...], dict[str, bool], Any])
def test_a_value_without_bounds_is_found_wherever_it_lies(kind):
    class Inner(msgspec.Struct):
        value: kind

    class Outer(msgspec.Struct):
        inner: Annotated[dict[Annotated[str, Meta(max_length=3)], Inner | None], Meta(max_length=9)]

    assert list(gaps_in_bounds([Outer])) == ["Inner.value has no bounds"]


def test_a_half_bounded_number_is_unbounded():
    class Counted(msgspec.Struct):
        count: Annotated[int, Meta(ge=0)]

    assert list(gaps_in_bounds([Counted])) == ["Counted.count has no bounds"]


def test_a_field_and_a_type_without_a_description_are_found():
    class Bare(msgspec.Struct, tag="bare"):
        count: bool
        told: Annotated[bool, Meta(description="What it is.")]

    assert list(gaps_in_descriptions([Bare])) == ["Bare has no description", "Bare.count has no description"]


def test_a_reference_to_what_no_table_has_is_found():
    assert list(gaps_in_references(toy_game(names={}))) == ["no table has anything called seat"]
