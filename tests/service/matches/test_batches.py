"""Commands for many matches at once: each is answered as if it had come alone."""

from __future__ import annotations

import fakeredis
import pytest

from events.entry import walk_chain
from events.memory_store import MemoryStore
from events.redis_store.store import RedisStore
from events.store import StoreUnavailable
from service.matches.batches import Wish, handle_each
from service.matches.handler import Matches, Request
from service.problems import IdempotencyKeyReused, NotYourTurn, TokenUnknown, UnknownMatch, VersionConflict
from support.api.room import SECRET, Room

ANSWERS = 12


@pytest.fixture(params=[MemoryStore, lambda: RedisStore(fakeredis.FakeRedis())], ids=["memory", "redis"])
def room(request):
    return Room(store=request.param())


@pytest.fixture(scope="module")
def answers():
    """The first answers of such a match, with the seats that give them: its luck is always the same."""
    played, found = Room(), []
    for _ in range(ANSWERS):
        command, seat = played.random.choice(played.options()), played.turn
        played.plays(command)
        found.append((seat, command))
    return found, played


@pytest.fixture
def wishes(room, answers):
    return [wish(room, seat, command, number) for number, (seat, command) in enumerate(answers[0])]


def wish(room, seat, command, number=None, **said):
    cause = None if number is None else f"cause {number}"
    return Wish(room.id, command, Request(token=room.tokens[seat], cause=cause, fingerprint="f", **said))


def versions(found):
    return [one.entry.version for one in found]


def events_in(room):
    return [bytes(entry.events) for entry in room.store.entries(room.id)]


def kinds(found):
    return [type(one).__name__ for one in found]


def test_answers_of_one_match_follow_each_other_in_one_trip(room, wishes, answers, monkeypatch):
    trips, start = [], room.live.version
    append_all = room.store.append_all
    monkeypatch.setattr(room.store, "append_all", lambda new: trips.append(len(new)) or append_all(new))

    found = handle_each(room.matches, wishes)

    assert trips == [ANSWERS]
    assert versions(found) == list(range(start + 1, start + ANSWERS + 1))
    assert not any(one.replayed for one in found)
    assert events_in(room) == events_in(answers[1])
    assert room.live.version == start + ANSWERS


def test_asked_again_each_gets_its_first_answer(room, wishes):
    first = handle_each(room.matches, wishes)
    before = room.store.entries(room.id)

    again = handle_each(room.matches, wishes)

    assert [one.entry for one in again] == [one.entry for one in first]
    assert all(one.replayed for one in again)
    assert room.store.entries(room.id) == before


def test_half_of_them_known_already_the_rest_is_written(room, wishes):
    handle_each(room.matches, wishes[:5])

    found = handle_each(room.matches, wishes)

    assert [one.replayed for one in found] == [True] * 5 + [False] * (ANSWERS - 5)
    assert versions(found) == sorted(set(versions(found)))


def test_a_refused_one_stops_no_other(room, wishes):
    stranger = Wish(room.id, wishes[0].command, Request(token="wrong"))
    nowhere = Wish("nowhere", wishes[0].command, Request(token=room.tokens[0]))
    pinned = wishes[2]._replace(request=Request(token=wishes[2].request.token, if_match=(1, "")))
    mixed = [stranger, wishes[0], nowhere, wishes[1], pinned, *wishes[2:]]

    found = handle_each(room.matches, mixed)

    refused = [type(one) for one in found if isinstance(one, Exception)]
    assert refused == [TokenUnknown, UnknownMatch, VersionConflict]
    assert [one.entry.cause for one in found if not isinstance(one, Exception)] == [
        each.request.cause for each in wishes
    ]


def test_what_is_refused_in_view_of_an_unwritten_entry_is_refused_once_it_is_written(room, wishes, answers):
    seat, command = answers[0][0]
    other = wish(room, 1 - seat, command)

    found = handle_each(room.matches, [other, *wishes[:1], other])

    assert kinds(found)[1] == "Written"
    assert type(found[0]) is NotYourTurn
    assert isinstance(found[2], Exception)
    assert found[2].facts["version"] == found[1].entry.version


def test_a_process_that_has_not_seen_the_newest_entries_decides_once_more(room, wishes):
    late = Matches(room.store, SECRET, clock=lambda: room.now)
    late.repository.get(room.id)
    handle_each(room.matches, wishes[:4])

    found = handle_each(late, wishes[4:])

    assert kinds(found) == ["Written"] * (ANSWERS - 4)
    list(walk_chain(room.store.entries(room.id)))


def test_what_is_new_in_all_matches_is_asked_for_in_one_look(monkeypatch):
    store, looks = MemoryStore(), []
    rooms = [Room(store=store, called=f"room {number}") for number in range(3)]
    late = Matches(store, SECRET, clock=lambda: rooms[0].now)
    for each in rooms:
        seat = late.repository.get(each.id).match.table.agenda[0].seat
        while each.turn == seat:  # so that the late process refuses whoever is asked now
            each.plays()
    answers = [(each, each.turn, each.random.choice(each.options())) for each in rooms]
    new_entries = store.new_entries
    monkeypatch.setattr(store, "new_entries", lambda known: looks.append(set(known)) or new_entries(known))

    found = handle_each(late, [wish(each, seat, command) for each, seat, command in answers])

    assert kinds(found) == ["Written"] * 3
    assert looks == [{each.id for each in rooms}]


def test_the_same_key_twice_is_written_once_and_with_another_command_refused(room, wishes):
    other = wishes[1]._replace(request=Request(wishes[1].request.token, wishes[0].request.cause, "g"))

    found = handle_each(room.matches, [wishes[0], wishes[0], other, *wishes[1:3]])

    assert kinds(found) == ["Written", "Written", "IdempotencyKeyReused", "Written", "Written"]
    assert [found[0].replayed, found[1].replayed] == [False, True]
    assert found[0].entry == found[1].entry
    assert isinstance(found[2], IdempotencyKeyReused)


def test_a_store_that_is_gone_is_the_answer_to_each(room, wishes, monkeypatch):
    def fail(_):
        raise StoreUnavailable("gone")

    monkeypatch.setattr(room.store, "append_all", fail)

    assert kinds(handle_each(room.matches, wishes[:3])) == ["StoreUnavailable"] * 3
    monkeypatch.undo()
    assert kinds(handle_each(room.matches, wishes)) == ["Written"] * ANSWERS


def test_a_fault_of_ours_at_one_stops_no_other(room, wishes, monkeypatch):
    decide = room.matches.decide

    def stumble(live, commands, request, *, listed):
        if request.cause is None:
            raise ZeroDivisionError
        return decide(live, commands, request, listed=listed)

    monkeypatch.setattr(room.matches, "decide", stumble)
    bad = wishes[0]._replace(request=Request(token=wishes[0].request.token))

    assert kinds(handle_each(room.matches, [bad, *wishes])) == ["ZeroDivisionError"] + ["Written"] * ANSWERS
