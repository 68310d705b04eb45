"""The check of what jobs have done finds whatever was done twice, not at all, or otherwise."""

import json

import msgspec
import pytest

from service.matches.records.sheets import SHEETS
from support.servers.agreement import Disagreement
from support.servers.effects import effects_once
from workers.jobs.bots import answer_all
from workers.jobs.results import write_sheets_into


@pytest.fixture
def store(context):
    return context.matches.store


@pytest.fixture
def played(context, store, open_match):
    match = open_match("greedy", "random")
    answer_all(context, match, 2, lambda: False)
    for version in range(1, store.head(match).version + 1):
        write_sheets_into(store, match, version)
    return match


class Telling:
    """The same store, but its book is told otherwise."""

    def __init__(self, store, change):
        self.store, self.change = store, change

    def __getattr__(self, name):
        return getattr(self.store, name)

    def entries(self, match, **part):
        return self.change(self.store.entries(match, **part))


def test_where_everything_was_done_once_nothing_is_found(store, played):
    effects_once(store, played)


def test_a_sheet_that_is_missing(store, played):
    store.put(played, SHEETS.name, {"round:1": None})

    with pytest.raises(Disagreement, match="the sheets of"):
        effects_once(store, played)


def test_a_sheet_that_nobody_asked_for(store, played):
    store.put(played, SHEETS.name, {"round:0": store.field(played, SHEETS.name, "round:1")})

    with pytest.raises(Disagreement, match="the sheets of"):
        effects_once(store, played)


def test_a_sheet_with_other_points(store, played):
    sheet = json.loads(store.field(played, SHEETS.name, "final"))
    sheet["totals"][0] += 1
    store.put(played, SHEETS.name, {"final": msgspec.json.encode(sheet, order="sorted")})

    with pytest.raises(Disagreement, match="the sheet final"):
        effects_once(store, played)


def test_an_answer_that_was_given_to_an_earlier_question(store, played):
    """What a job that runs twice would write if nothing stopped it: the same answer one version later."""

    def twice(entries):
        first = next(place for place, entry in enumerate(entries) if entry.actor.startswith("bot:"))
        cause = entries[first].cause
        return [
            *entries[: first + 1],
            msgspec.structs.replace(entries[first + 1], cause=cause),
            *entries[first + 2 :],
        ]

    with pytest.raises(Disagreement, match="by a bot"):
        effects_once(Telling(store, twice), played)


def test_an_answer_that_nothing_asked_for(store, played):
    def unasked(entries):
        return [msgspec.structs.replace(entry, cause=None) for entry in entries]

    with pytest.raises(Disagreement, match="by a bot"):
        effects_once(Telling(store, unasked), played)
