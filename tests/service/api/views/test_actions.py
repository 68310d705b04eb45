"""What a match waits for, what its caller may do, and answers that bring the next question along."""

import pytest

from support.api.api import TableOverHttp, client, open_table

CLOCK = {"kind": "per_answer", "seconds": 3600}


def running(luck=1, seats=2, people=2, **said):
    """The key makes the id of the match, and so its luck, the same at every run."""
    api, key = client(), {"Idempotency-Key": f"the-luck-of-this-match-{luck}"}
    opened = api.post("/v1/matches", json={"game": "schiefer", "seats": seats} | said, headers=key).json
    table = TableOverHttp(api, opened["match"], opened["host_token"])
    for _ in range(people):
        table.sit()
    for seat in range(people, seats):
        table.put(f"/seats/{seat}/bot", {"mind": "random"}, table.host)
    return table.start()


def begun_by_a_person():
    """Alone against a bot, so that nobody need agree to an undo."""
    tables = (running(luck, people=1, rated=False) for luck in range(9))
    return next(table for table in tables if table.offered()["turn"] == 0)


def names(answer, part="actions"):
    return {action["operation"] for action in answer[part]}


def labels(answer):
    """Of what is there because of how things stand: a token may always be renewed."""
    return [action["label"] for action in answer["actions"] if action["operation"] != "renew_token"]


def reasons(answer):
    return {action["operation"]: action["reason"] for action in answer["barred_actions"]}


def test_a_stranger_is_offered_the_free_seats_and_nothing_else():
    table = open_table(client())
    table.sit("Ada")

    now = table.offered()

    assert [action["body"] for action in now["actions"]] == [{"seat": 1}]
    assert now["waits_for"] == {
        "kind": "players",
        "seats": [1],
        "until": now["waits_for"]["until"],
        "words": "Waiting for players: Seat 2",
        "request": None,
        "pause": None,
    }
    assert reasons(now) == {"take_seat": "seat_is_taken"}


@pytest.mark.rule("GB-4", "GB-24")
def test_the_host_is_told_why_the_match_cannot_start_yet_and_then_may_start_it():
    table = open_table(client())
    before = table.offered(table.host)
    table.sit()
    table.sit()
    after = table.offered(table.host)

    assert reasons(before)["start_match"] == "seats_are_free"
    assert names(before) == {"seat_bot", "cancel_match", "take_seat"}
    assert "start_match" in names(after)
    assert after["waits_for"]["kind"] == "start"


def test_a_bot_is_offered_with_every_mind():
    table = open_table(client())

    offered = [action for action in table.offered(table.host)["actions"] if "mind" in (action["body"] or {})]

    assert {action["body"]["mind"] for action in offered} == {"random", "greedy", "search", "level"}
    levels = [action["body"]["level"] for action in offered if action["body"]["mind"] == "level"]
    assert sorted(levels) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]  # in either seat
    said = {action["label"] for action in offered if action["body"].get("level") == 3}
    assert said == {f"Put a bot in Seat {seat}: plays at level 3 of 6" for seat in (1, 2)}


@pytest.mark.rule("GB-9", "GB-11")
def test_a_way_back_says_what_it_takes_back_and_who_must_agree():
    table = running(rated=False)
    table.play(12)
    version, asked = table.offered()["version"], table.offered()["turn"]

    ways = {seat: [way["back"] for way in ways_of(table, seat)] for seat in (0, 1)}

    for seat, found in ways.items():
        assert found[0]["to"] == version - 1
        assert found[0]["undoes"] == [version]
        assert {voter for way in found for voter in way["voters"]} == {1 - seat}
        assert [len(way["undoes"]) for way in found] == list(range(1, 9))
        assert seat == asked or all(way["voters"] for way in found)


def ways_of(table, seat):
    return [action for action in table.offered(table.seats[seat])["actions"] if action["back"]]


def test_a_way_back_tells_what_would_be_taken_back():
    table = begun_by_a_person()
    now = table.offered()
    sent = next(each["command"] for each in now["commands"] if each["command"]["type"] == "mark_actions")
    table.post("/commands", sent, table.seats[0])

    assert ways_of(table, 0)[0]["label"].startswith("Go back to before: Seat 1 marks")


@pytest.mark.rule("GB-25")
def test_the_first_way_back_that_is_barred_ends_the_list_with_its_reason():
    table = running()  # rated
    table.play(30)

    now = table.offered(table.seats[0])

    assert reasons(now)["undo"] == "luck_counts"
    assert [way["rule"] for way in now["barred_actions"] if way["operation"] == "undo"] == ["GB-25"]


@pytest.mark.rule("GB-8")
def test_where_nothing_is_taken_back_that_is_said():
    table = running(undo="off")
    table.play(1)

    assert reasons(table.offered(table.seats[0]))["undo"] == "undo_is_off"


@pytest.mark.rule("GB-11", "GB-12")
def test_a_vote_is_waited_for_and_each_is_offered_what_is_theirs():
    table = running(rated=False)
    table.play(6)
    asker, voter = 0, 1
    way = next(
        way for way in table.offered(table.seats[asker])["actions"] if (way["back"] or {}).get("voters")
    )
    table.post("/undo", way["body"], table.seats[asker])

    asking, voting = table.offered(table.seats[asker]), table.offered(table.seats[voter])

    assert voting["waits_for"]["kind"] == "vote"
    assert voting["waits_for"]["seats"] == [voter]
    assert voting["waits_for"]["request"] == {"seat": asker, "to": way["body"]["to"], "agreed": []}
    assert labels(voting) == [
        "Agree to go back",
        "Refuse to go back",
        "Resign",
    ]
    assert labels(asking) == ["Withdraw the request to go back", "Resign"]
    assert reasons(asking) == {"answer_undo": "already_agreed"}


@pytest.mark.rule("GB-19")
def test_a_pause_is_waited_for():
    table = running(clock=CLOCK)
    table.post("/pause", None, table.seats[0])
    table.post("/pause/answer", {"agree": True}, table.seats[1])

    now = table.offered(table.seats[0])

    assert (now["waits_for"]["kind"], now["waits_for"]["seats"]) == ("pause", [0, 1])
    assert labels(now) == ["End the pause", "Resign"]


@pytest.mark.rule("GB-18")
def test_a_pause_that_is_asked_for_is_told_beside_the_question():
    table = running(seats=3, people=3, clock=CLOCK)
    table.post("/pause", None, table.seats[0])
    table.post("/pause/answer", {"agree": True}, table.seats[2])

    now = table.offered()["waits_for"]

    assert now["kind"] == "answer"
    assert now["pause"] == {
        "seat": 0,
        "agreed": [2],
        "seats": [1],
        "words": "Seat 1 asks for a pause; waiting for Seat 2 to agree",
    }
    table.post("/pause/answer", {"agree": True}, table.seats[1])
    now = table.offered()["waits_for"]
    assert (now["kind"], now["pause"]) == ("pause", None)


@pytest.mark.rule("GB-33")
def test_the_end_offers_a_rematch_wherever_actions_stand():
    table = running(resigning="end")
    table.post("/resign", None, table.seats[0])

    people = {"rematch", "ask_review"}
    for token, offered in ((table.seats[1], people), (table.host, people), (None, {"ask_review"})):
        assert names(table.offered(token)) == names(table.get("", token).json) == offered


def test_whatever_is_offered_is_taken_and_whatever_is_barred_is_refused_for_that_reason():
    for number in range(20):
        table = running(rated=False, clock=CLOCK)
        table.play(9)
        token = table.seats[number % 2]
        now = table.offered(token)
        offered = now["actions"] + now["barred_actions"]
        if number >= len(offered):
            break
        action = offered[number]
        answer = table.client.open(
            action["path"],
            method=action["method"],
            json=action["body"],
            headers={"Authorization": f"Bearer {token}"},
        )
        if "reason" in action:
            assert (answer.status_code, answer.json["reason"]) == (409, action["reason"])
        else:
            assert answer.status_code == 201, answer.text


def test_what_is_past_can_be_read_and_not_acted_on():
    table = running()
    version = table.offered()["version"]
    table.play(3)

    then = table.get(f"/commands?version={version}", table.seats[0]).json

    assert then["waits_for"]["kind"] == "answer"
    assert (then["send"], then["actions"], then["barred_actions"]) == (None, [], [])


def test_the_etag_is_that_of_the_caller():
    table = running()
    table.play(3)
    tags = {
        table.get("/commands", token).headers["ETag"] for token in (None, table.host, *table.seats.values())
    }

    assert len(tags) == 4
    tag = table.get("/commands", table.seats[0]).headers["ETag"]
    assert table.get("/commands", table.seats[0], If_None_Match=tag).status_code == 304
    assert table.get("/commands", table.seats[1], If_None_Match=tag).status_code == 200


def test_a_match_says_the_same_of_itself():
    table = running()
    table.play(3)
    parts = ("waits_for", "actions", "barred_actions")

    match, commands = table.get("", table.seats[0]).json, table.offered(table.seats[0])

    assert [match[part] for part in parts] == [commands[part] for part in parts]


@pytest.mark.parametrize(
    ("wanted", "part", "place"), [("commands", "next", "/commands"), ("table", "table", "/table")]
)
def test_an_answer_brings_along_what_the_caller_would_ask_next(wanted, part, place):
    table = begun_by_a_person()
    now, token = table.offered(), table.seats[0]

    for path, body in (
        (f"/commands?lang=de&with={wanted}", now["commands"][0]["command"]),
        (f"/undo?lang=de&with={wanted}", {"to": now["version"]}),
        (f"/redo?lang=de&with={wanted}", None),
    ):
        answer = table.post(path, body, token)
        assert answer.status_code == 201, answer.text
        language = "?lang=de" if wanted == "commands" else ""
        assert answer.json[part] == table.get(place + language, token).json


def test_a_repetition_brings_along_how_things_stand_now():
    table = running(rated=False)
    now = table.offered()
    key = {"Idempotency_Key": "the-same-again"}
    command, token = now["commands"][0]["command"], table.seats[now["turn"]]
    first = table.post("/commands?with=commands", command, token, **key).json
    table.play(2)

    again = table.post("/commands?with=commands", command, token, **key).json

    assert again["entry"] == first["entry"]
    assert again["next"] == table.offered(token)
