"""Once more, with the same people, one seat further forward."""

import pytest

from support.api import api
from support.api.api import TableOverHttp, bearer, open_table

KEY = {"Idempotency_Key": "a-key-that-is-hard-to-guess"}


def play_out(client, people=2, **said):
    """As far as somebody gives up."""
    table = open_table(client, seats=3, resigning="end", **said)
    for _ in range(people):
        answer = table.post("/seats", token=table.watch)
        table.seats[answer.json["seat"]] = answer.json["seat_token"]
    for seat in range(people, 3):
        table.put(f"/seats/{seat}/bot", {"mind": "random"}, table.host)
    table.start()
    table.post("/resign", token=table.seats[0])
    return table


def other(client, answer):
    return TableOverHttp(client, answer.json["match"], answer.json["host_token"])


@pytest.mark.rule("GB-33")
@pytest.mark.parametrize("visibility", ["public", "private"])
def test_everyone_sits_one_seat_further_forward(client, visibility):
    before = play_out(client, visibility=visibility, undo="own")
    opened = before.post("/rematch", token=before.seats[0])
    after = other(client, opened)
    assert opened.status_code == 201
    assert opened.json["seat"] == 2
    shown = after.get(token=after.host).json
    assert (shown["rematch_of"], shown["visibility"], shown["undo"]["policy"]) == (
        before.match,
        visibility,
        "own",
    )
    assert [seat["state"] for seat in shown["seats"]] == ["reserved", "bot", "reserved"]
    seats = [after.post("/seats", {}, before.seats[seat]).json["seat"] for seat in (0, 1)]

    assert seats == [2, 0]
    assert after.post("/start", token=after.host).status_code == 201
    assert after.get("/audit", after.host).json["outcome"] == "ok"
    assert before.get(token=before.host).json["rematch"] == after.match


@pytest.mark.rule("GB-33")
def test_whoever_comes_second_is_led_to_the_same_match(client):
    before = play_out(client)
    first = before.post("/rematch", token=before.seats[0])
    second = before.post("/rematch", token=before.seats[1])

    assert second.status_code == 200
    assert second.json["match"] == first.json["match"]
    assert (second.json["host_token"], second.json["seat"]) == (None, 0)


@pytest.mark.rule("GB-33")
def test_a_repeated_call_gets_the_same_host_token(client):
    before = play_out(client)
    once, again = (before.post("/rematch", token=before.seats[0], **KEY) for _ in range(2))

    assert again.json == once.json
    assert again.json["host_token"]


@pytest.mark.rule("GB-33")
def test_a_player_of_a_client_needs_no_old_token(client, store):
    key = {"X-Client-Key": api.services(store).clients.add("tafel", 1).key}
    table = open_table(client, resigning="end")
    for player in ("ada", "bob"):
        answer = client.post(f"{table.path}/seats", json={"player": player}, headers=key)
        table.seats[answer.json["seat"]] = answer.json["seat_token"]
    table.start()
    table.post("/resign", token=table.seats[0])
    after = other(client, table.post("/rematch", token=table.host))
    seated = client.post(f"{after.path}/seats", json={"player": "ada"}, headers=key)

    assert seated.json["seat"] == 1


@pytest.mark.rule("GB-33")
def test_no_rematch_before_the_end_or_of_what_never_began(client, running):
    assert running.post("/rematch", token=running.host).json["reason"] == "not_over"
    never = open_table(client)
    never.delete("", never.host)

    assert never.post("/rematch", token=never.host).json["reason"] == "not_started"


@pytest.mark.rule("GB-33")
def test_the_end_offers_a_rematch_to_those_who_sat_there(client):
    before = play_out(client)
    offered = before.get(token=before.seats[1]).json["actions"]
    [action] = [action for action in offered if action["operation"] == "rematch"]
    sent = client.open(action["path"], method=action["method"], headers=bearer(before.seats[1]))

    assert sent.status_code == 201
    assert not [one for one in before.get().json["actions"] if one["operation"] == "rematch"]
