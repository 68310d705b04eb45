"""Nobody plays a rated match against themselves: a player has one seat, however the requests meet."""

import pytest

from events.memory_store import MemoryStore
from service.matches.records.people import PEOPLE
from support.api import api
from support.api.api import open_table

KEY = {"Idempotency-Key": "a-key-that-is-hard-to-guess"}


def sit_down(table, player, client=None, headers=None):
    answer = (client or table.client).post(f"{table.path}/seats", json={"player": player}, headers=headers)
    return answer.status_code, answer.json.get("code")


def test_a_player_sits_once_in_a_rated_match_and_may_change_seats():
    table = open_table(api.client(), seats=3)
    assert sit_down(table, "ada", headers=KEY) == (201, None)
    assert sit_down(table, "ada") == (409, "player_seated")
    assert sit_down(table, "ada", headers=KEY) == (201, None), "the same request is answered again"
    assert sit_down(table, "bob") == (201, None)
    assert table.delete("/seats/0", token=table.host).status_code == 200

    assert sit_down(table, "ada") == (201, None)


@pytest.mark.parametrize("said", [{"rated": False}, {"visibility": "private"}])
def test_on_both_sides_of_an_unrated_match_anybody_may_play(said):
    table = open_table(api.client(), **said)
    headers = api.bearer(table.watch)

    assert [sit_down(table, "ada", headers=headers)[0] for _ in range(2)] == [201, 201]


def test_of_two_processes_that_seat_a_player_at_once_the_second_sees_the_first(monkeypatch):
    store = MemoryStore()
    one, other = api.client(store), api.client(store)
    table = open_table(one, seats=3)
    append = store.append

    def append_late(new):
        monkeypatch.setattr(store, "append", append)
        assert sit_down(table, "ada", client=other) == (201, None)
        return append(new)

    monkeypatch.setattr(store, "append", append_late)
    assert sit_down(table, "ada") == (409, "player_seated")
    assert len(PEOPLE.all(store, table.match)) == 1
