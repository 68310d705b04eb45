"""Looking ahead without writing, and several commands at once: all of them or none."""

import re
from random import Random
from xml.etree import ElementTree as ET

import pytest

from events.store import StoreUnavailable
from games.catalogue import GAMES
from service.api.app import build_app
from service.api.budgets import Limiter, Quotas
from service.api.services import Services
from service.config import Config
from service.matches.handler import Matches
from support.api import api
from support.api.api import open_table, running


def asked(table):
    """The seat that is asked, and its options."""
    offered = table.offered(table.host)
    return offered["turn"], [offer["command"] for offer in offered["commands"]]


def preview(table, command, seat, **headers):
    return table.post("/commands?preview=1", command, table.seats[seat], **headers)


class TestPreview:
    @pytest.mark.parametrize("game", GAMES)
    def test_it_shows_what_then_happens_up_to_the_first_draw(self, client, held, game):
        table, random, stops = running(client, game, seats=3), Random(7), set()
        for _ in range(60):
            seat, commands = asked(table)
            command, before = random.choice(commands), held()
            shown = preview(table, command, seat)
            assert (shown.status_code, held()) == (200, before)
            done = table.post("/commands", command, table.seats[seat]).json
            stops.add(shown.json["stopped"])
            written = [event for event in done["entry"]["events"] if event["type"] in types(game)]
            events = shown.json["events"]
            if shown.json["stopped"] == "luck":
                assert written[: len(events)] == events
                assert shown.json["question"] is None
            else:
                assert "luck_drawn" not in {event["type"] for event in done["entry"]["events"]}
                assert (written, done["question"]) == (events, shown.json["question"])
        assert "question" in stops

    @pytest.mark.parametrize("game", GAMES)
    def test_it_is_drawn_as_the_table_then_is_unless_luck_comes_first(self, client, held, game):
        table, random, stops = running(client, game, seats=3), Random(7), set()
        for _ in range(60):
            seat, commands = asked(table)
            command, before, now = random.choice(commands), held(), table.get("/table.svg").text
            shown = table.post("/commands?preview=1&with=picture", command, table.seats[seat])
            assert (shown.status_code, held()) == (200, before)
            done = table.post("/commands?with=picture", command, table.seats[seat]).json
            stops.add(shown.json["stopped"])
            assert done["picture"] == table.get("/table.svg").text != now
            if shown.json["stopped"] == "question":
                assert shown.json["picture"] == done["picture"]
            else:
                ET.fromstring(shown.json["picture"])

        assert stops >= {"question", "luck"}

    def test_without_a_wish_for_it_nothing_is_drawn(self, client):
        table = running(client)
        seat, commands = asked(table)

        assert "picture" not in preview(table, commands[0], seat).json

    def test_the_end_of_the_game_is_foreseen_and_the_seed_is_not_told(self, client):
        table, stopped = running(client, options={"stall_rounds": 1}), None
        while table.get().json["status"] == "running":
            seat, commands = asked(table)
            shown = table.post("/commands?preview=1&with=picture", commands[-1], table.seats[seat])
            stopped = shown.json["stopped"]
            ET.fromstring(shown.json["picture"])
            assert "seed" not in shown.text
            table.post("/commands", commands[-1], table.seats[seat])

        assert stopped in {"end", "luck"}

    def test_it_is_refused_as_the_command_itself_would_be(self, client):
        table = running(client)
        seat, commands = asked(table)

        assert preview(table, commands[0], 1 - seat).json["code"] == "not_your_turn"
        assert preview(table, {"type": "castle"}, seat).json["code"] == "malformed"
        assert preview(table, {"type": "end_turn"}, seat).json["code"] == "not_offered"
        assert table.post("/commands?preview=1", commands[0]).json["code"] == "token_missing"
        assert table.post("/commands?preview=1", commands[0], table.host).json["code"] == "not_permitted"
        assert preview(table, commands[0], seat, if_match='"2-00000000"').json["code"] == "version_conflict"
        assert table.post("/commands?preview=2", commands[0], table.seats[seat]).json["code"] == "malformed"

    def test_before_the_start_there_is_nothing_to_look_ahead_to(self, client):
        table = open_table(client)
        seat = table.sit()

        assert preview(table, {"type": "end_turn"}, seat).json["code"] == "not_running"


def types(game):
    return {event.__struct_config__.tag for event in GAMES[game].events}


@pytest.fixture
def batch(client):
    return find_batch(client)


def find_batch(client):
    """A match, the seat that is asked, and commands it can give in a row."""
    table = running(client)
    for step in range(1000):
        seat, _ = asked(table)
        commands = ahead(table, seat)
        if len(commands) > 1:
            return table, seat, commands
        table.play(1, seed=step)
    return pytest.fail("nobody is ever asked twice in a row")


def ahead(table, seat, most=3):
    """As many commands as can be given without luck and without another seat."""
    found = []
    while len(found) < most:
        for command in options_after(table, seat, found):
            shown = preview(table, [*found, command], seat)
            question = shown.json.get("question") if shown.status_code == 200 else None
            if question and question["seat"] == seat:
                found.append(command)
                break
        else:
            break
    return found


def options_after(table, seat, found):
    """A client would know them from the question; here each kind of command is tried."""
    if not found:
        return asked(table)[1]
    return [{"type": "end_turn"}, *asked(table)[1]]


QUOTA = 1 << 20


@pytest.fixture
def counting():
    """An API that counts what is written, in a minute that does not end."""
    quotas = Quotas({"entries": QUOTA, "written": QUOTA}, clock=lambda: 600.0)
    return build_app(api.services(), Limiter(quotas)).test_client()


def left_of(budget, answer):
    return int(re.search(rf'"{budget}";r=(\d+)', answer.headers["RateLimit"])[1])


def test_what_an_answer_brings_along_is_not_charged_as_written(counting):
    table = running(counting)
    before = left_of("written", table.play(1))
    seat, commands = asked(table)
    answer = table.post("/commands?with=picture", commands[0], table.seats[seat])

    assert 0 < before - left_of("written", answer) < len(answer.data) - len(answer.json["picture"])


class TestBatches:
    def test_a_preview_looks_at_one_after_the_other(self, batch, held):
        table, seat, commands = batch
        before = held()
        shown = preview(table, commands, seat).json

        assert (shown["commands"], shown["stopped"]) == (len(commands), "question")
        done = table.post("/commands", commands, table.seats[seat]).json
        assert shown["events"] == [event for entry in done["entries"] for event in entry["events"]]
        assert held() != before

    def test_each_command_becomes_an_entry(self, batch):
        table, seat, commands = batch
        before = table.get().json["version"]
        answer = table.post("/commands", commands, table.seats[seat])

        assert answer.status_code == 201
        assert [entry["command"] for entry in answer.json["entries"]] == commands
        assert answer.json["version"] == before + len(commands) == table.get().json["version"]
        assert answer.headers["ETag"] == table.get().headers["ETag"]
        written = table.get(f"/entries?after={before}").json["entries"]
        assert written == answer.json["entries"]
        assert answer.json["question"] == table.offered()["question"]

    @pytest.mark.parametrize("preview", ["", "?preview=1"])
    def test_others_have_their_turn_between_two_commands(self, batch, store, preview):
        table, seat, commands = batch
        turns = list[int]()
        matches = Matches(store, api.SECRET, give_way=lambda: turns.append(1))
        table.client = build_app(Services(matches, Config())).test_client()

        answer = table.post(f"/commands{preview}", commands, table.seats[seat])

        assert answer.status_code in {200, 201}
        assert len(turns) >= len(commands) - 1 > 0

    def test_each_entry_is_charged(self, counting):
        table, seat, commands = find_batch(counting)
        answer = table.post("/commands", commands, table.seats[seat])

        assert left_of("entries", answer) == QUOTA - answer.json["version"]

    def test_one_that_is_refused_refuses_all_and_is_named(self, batch, held):
        table, seat, commands = batch
        before = held()
        answer = table.post("/commands", [*commands, {"type": "open_mine", "mine": "x"}], table.seats[seat])

        assert answer.json["code"] == "not_offered"
        assert [fault["pointer"] for fault in answer.json["violations"]] == [f"/{len(commands)}"]
        assert held() == before

    def test_a_repetition_gets_the_same_entries_and_nothing_is_written(self, batch, held):
        table, seat, commands = batch
        first = table.post("/commands", commands, table.seats[seat], idempotency_key="once")
        before = held()
        again = table.post("/commands", commands, table.seats[seat], idempotency_key="once")
        other = table.post("/commands", commands[:1], table.seats[seat], idempotency_key="once")

        assert (again.json, again.headers["Idempotency-Replayed"]) == (first.json, "true")
        assert other.json["code"] == "idempotency_key_reused"
        assert held() == before

    def test_a_store_that_fails_writes_none_of_them(self, batch, held, store, monkeypatch):
        table, seat, commands = batch
        before = held()

        def gone(*_):
            raise StoreUnavailable("gone")

        with monkeypatch.context() as patch:
            patch.setattr(store, "append", gone)
            answer = table.post("/commands", commands, table.seats[seat])
        assert (answer.status_code, held()) == (503, before)

    def test_somebody_who_was_quicker_is_looked_at_first(self, batch, store):
        """Another process of the server still believes in an older version."""
        table, seat, commands = batch
        other = api.TableOverHttp(api.client(store), table.match, table.host, seats=table.seats)
        other.get()
        table.post("/commands", commands[0], table.seats[seat])
        answer = other.post("/commands", commands[1:], table.seats[seat])

        assert answer.status_code == 201, answer.text

    @pytest.mark.parametrize("body", [[], [[]], [1], [{"type": "end_turn"}] * 51])
    def test_what_is_no_batch_is_malformed(self, batch, body):
        table, seat, _ = batch

        assert table.post("/commands", body, table.seats[seat]).json["code"] == "malformed"
