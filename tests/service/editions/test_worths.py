"""What bots have learned of an edition lies beside it, and only matches on it are judged by it."""

from types import SimpleNamespace

import pytest

from events.memory_store import MemoryStore
from games.catalogue import GAMES
from service.editions.stored import StoredEditions
from support.api.room import Room
from workers.analysis.engine import ENGINE, engine_for
from workers.bots.evaluation import EDITION_WEIGHTS, WEIGHTS, find_weights, predict_points
from workers.context import WorkerContext
from workers.jobs import analysis
from workers.jobs.analysis import prepare_judge
from workers.jobs.searches import learn_edition

HALVED = {2: {"points": (0.5, 0.5), "mines": (1.0, 1.0)}}


@pytest.fixture
def forget_worths():
    yield
    EDITION_WEIGHTS.clear()


def test_what_was_learned_of_an_edition_is_taken_up_by_whoever_plays_on_it(bring, forget_worths):
    store = MemoryStore()
    imprint = bring(store, "schiefer")
    room = Room(store=store, edition=imprint.id)
    room.plays(times=40)
    game, table = GAMES["schiefer"], room.match.table
    before = predict_points(game, table)
    StoredEditions(store).keep_worths("schiefer", imprint.id, HALVED)

    learn_edition(WorkerContext(room.matches, None, b""), "schiefer", imprint.id)

    assert find_weights("schiefer", imprint.id) == HALVED
    assert predict_points(game, table) != before
    assert find_weights("schiefer", "reconstructed-1") == WEIGHTS["schiefer"]


def test_of_an_edition_nobody_has_tried_what_is_known_of_the_default_is_used(bring, forget_worths):
    store = MemoryStore()
    imprint = bring(store, "schiefer")
    room = Room(store=store, edition=imprint.id)
    learn_edition(WorkerContext(room.matches, None, b""), "schiefer", imprint.id)
    assert find_weights("schiefer", imprint.id) == WEIGHTS["schiefer"]


@pytest.fixture
def room(bring, forget_worths):
    """A match on an edition that bots have been trained on, in a process that has not met it yet."""
    store = MemoryStore()
    imprint = bring(store, "schiefer")
    StoredEditions(store).keep_worths("schiefer", imprint.id, HALVED)
    return Room(store=store, edition=imprint.id)


def test_who_reviews_knows_it_and_is_another_judge_than_who_does_not(room):
    of_default = Room()
    assert prepare_judge(WorkerContext(of_default.matches, None, b""), of_default.match.id) == ENGINE
    name = prepare_judge(WorkerContext(room.matches, None, b""), room.match.id)
    assert find_weights("schiefer", room.match.edition) == HALVED
    assert name.startswith(f"{ENGINE}-")
    EDITION_WEIGHTS["schiefer", room.match.edition] = {2: {"points": (0.7, 0.5)}}
    assert engine_for(room.match) not in {ENGINE, name}


def test_who_gives_advice_knows_it(room, monkeypatch):
    known = []

    def advise(rules, question, table, version, *_):
        known.append(find_weights("schiefer", room.match.edition))
        return SimpleNamespace(version=version)

    monkeypatch.setattr(analysis, "advise", advise)
    monkeypatch.setattr(analysis, "keep_advice", lambda *_: None)
    monkeypatch.setattr(analysis, "limit_turn", lambda *_: None)
    at = WorkerContext(room.matches, SimpleNamespace(find_thought=lambda _: None), b"")
    analysis.think_about_advice(at, room.match.id, room.live.version)
    assert known == [HALVED]
