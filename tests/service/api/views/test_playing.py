"""A match over HTTP, by a client that knows no rule: it asks what is possible and chooses."""

import hashlib
import json

import pytest

from games.catalogue import GAMES
from support.api.api import bearer, client, open_table, running

STEPS = 60  # commands of the larger games; Schiefer is played to its end


@pytest.mark.parametrize(("game", "steps"), [(game, 2000 if game == "schiefer" else STEPS) for game in GAMES])
def test_every_game_can_be_played_without_knowing_its_rules(game, steps):
    last = running(client(), game, seats=4).play(steps)

    assert last.json["question"] is None or game != "schiefer"


def test_a_finished_match_says_so_everywhere(running):
    last = running.play()

    assert last.json["question"] is None
    summary = running.get().json
    assert (summary["status"], summary["turn"], summary["question"]) == ("finished", None, None)
    assert hashlib.sha256(bytes.fromhex(summary["seed"])).hexdigest() == summary["commitment"]
    assert running.offered()["commands"] == []
    assert running.get("/score").json["final"]


def test_the_answer_names_the_entry_and_the_next_question(running):
    offered = running.offered()
    answer = running.post("/commands", offered["commands"][0]["command"], running.seats[offered["turn"]])

    assert answer.status_code == 201
    assert answer.headers["Location"] == f"{running.path}/entries/{answer.json['version']}"
    assert running.client.get(answer.headers["Location"]).json == answer.json["entry"]
    assert answer.json["question"] == running.offered()["question"]
    assert answer.headers["ETag"] == running.get().headers["ETag"]


def test_whoever_starts_learns_the_first_question(client):
    table = open_table(client)
    table.sit()
    table.sit()
    answer = table.post("/start", token=table.host)

    assert answer.json["question"] == table.offered()["question"]


def test_what_asks_nothing_anew_says_nothing_of_a_question(running):
    answer = running.post("/resign", token=running.seats[0])

    assert answer.status_code == 201
    assert "question" not in answer.json


def test_commands_come_with_labels_in_the_asked_language(running):
    english = running.get("/commands?lang=en")
    german = running.get("/commands", accept_language="de-AT,fr;q=0.5")

    assert english.headers["Content-Language"] == "en"
    assert german.headers["Content-Language"] == "de"
    seat = english.json["turn"] + 1  # people count from one
    assert english.json["prompt"] == f"Seat {seat} may change the dice and marks actions"
    assert german.json["prompt"] == f"Platz {seat} darf Würfel ändern und markiert Aktionen"
    commands = [[offer["command"] for offer in answer.json["commands"]] for answer in (english, german)]
    assert commands[0] == commands[1]
    assert english.json["commands"][0]["label"] != german.json["commands"][0]["label"]


def test_people_are_called_by_their_names(client):
    table = open_table(client)
    for name in ("Ada", "Bob"):
        table.sit(name)
    table.start()

    offered = table.offered()
    assert offered["prompt"].startswith(("Ada", "Bob")[offered["turn"]])
    assert [seat["name"] for seat in table.get().json["seats"]] == ["Ada", "Bob"]


def test_barred_commands_say_why_and_by_which_rule(running):
    while not (barred := running.offered()["barred"]):
        running.play(1)

    assert {"command", "label", "reason", "rule", "rule_url", "words"} == barred[0].keys()
    refused = running.post("/commands", barred[0]["command"], running.seats[running.offered()["turn"]])
    assert refused.status_code == 422
    assert (refused.json["reason"], refused.json["rule"]) == (barred[0]["reason"], barred[0]["rule"])
    assert refused.json["legal"] == f"{running.path}/commands"


def test_an_open_match_offers_no_commands_yet(table):
    offered = table.offered()

    assert (offered["status"], offered["question"], offered["commands"]) == ("open", None, [])


class TestTable:
    def test_the_table_of_a_version_stays_what_it_was(self, running):
        before = running.get("/table")
        version = before.json["version"]
        running.play(5)

        past = running.get(f"/table?version={version}")
        assert past.data == before.data
        assert past.headers["ETag"] == before.headers["ETag"]

    def test_only_what_can_never_change_is_kept_for_ever(self, running):
        version = running.get().json["version"]
        assert running.get("/table").headers["Cache-Control"] == "no-cache"
        assert running.get(f"/table?version={version}").headers["Cache-Control"] == (
            "public, max-age=31536000, immutable"
        )

    def test_it_can_be_asked_for_by_time(self, running):
        entries = running.get("/entries").json["entries"]
        for entry in entries[-2:]:
            seen = running.get(f"/table?at={entry['at']}").json
            assert seen["version"] == entry["version"]
        assert running.get(f"/table?at={entries[-1]['at'] + 10**6}").json["version"] == len(entries)

    def test_a_time_whose_millisecond_is_over_is_kept_for_ever(self, running):
        entries = running.get("/entries").json["entries"]

        assert "immutable" in running.get(f"/table?at={entries[1]['at']}").headers["Cache-Control"]
        assert running.get(f"/table?at={entries[-1]['at']}").headers["Cache-Control"] == "no-cache"

    @pytest.mark.parametrize("query", ["version=99", "at=5"])
    def test_what_never_was_is_unknown(self, running, query):
        answer = running.get(f"/table?{query}")

        assert (answer.status_code, answer.json["code"]) == (404, "unknown_entry")


class TestEntries:
    def test_pages_lead_through_the_whole_book(self, running):
        running.play(20)
        versions, link = [], f"{running.path}/entries?limit=7"
        while link:
            answer = running.client.get(link)
            versions += [entry["version"] for entry in answer.json["entries"]]
            link = answer.headers.get("Link", "").partition(">")[0].lstrip("<")

        assert versions == list(range(1, running.get().json["version"] + 1))

    def test_ndjson_is_the_whole_book_as_an_outsider_checks_it(self, running):
        running.play()
        lines = running.get("/entries", accept="application/x-ndjson").text.splitlines()

        prev = "0" * 64
        for line in lines:
            entry = json.loads(line)
            assert len(entry) == 9
            named, hashed = entry.pop("prev"), entry.pop("hash")
            body = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            assert named == prev
            assert hashed == hashlib.sha256((prev + body).encode()).hexdigest()
            prev = hashed
        assert prev == running.get().json["hash"]

    def test_entries_are_found_by_what_happened_and_by_who_spoke(self, running):
        running.play(30)

        rolled = running.get("/entries?type=dice_rolled").json["entries"]
        assert all("dice_rolled" in {event["type"] for event in entry["events"]} for entry in rolled)
        marked = running.get("/entries?type=mark_actions&seat=1").json["entries"]
        assert {(entry["actor"], entry["command"]["type"]) for entry in marked} == {
            ("seat:1", "mark_actions")
        }
        assert running.get("/entries?type=no_such_thing").json["entries"] == []

    def test_a_page_that_finds_nothing_leads_on_nevertheless(self, running, monkeypatch):
        monkeypatch.setattr("service.queries.entries.MOST_READ", 3)
        answer = running.get("/entries?type=no_such_thing")

        assert (answer.json["entries"], answer.json["next"]) == ([], 3)

    def test_an_entry_is_kept_for_ever(self, running):
        answer = running.get("/entries/1")

        assert answer.json["version"] == 1
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["ETag"] == f'"1-{answer.json["hash"][:8]}"'


class TestScore:
    def test_every_line_has_a_category_in_words_and_a_rule(self, running):
        running.play(50)
        score = running.get("/score?lang=de").json

        assert {line["label"] for line in score["lines"]} >= {"Minen", "Geld"}
        assert all(line["rule"].startswith("SF-") for line in score["lines"])
        for seat, total in enumerate(score["totals"]):
            assert total == sum(line["points"] for line in score["lines"] if line["seat"] == seat)

    def test_the_score_of_a_version_stays_what_it_was(self, running):
        running.play(30)
        now = running.get("/score").json
        running.play(30)

        assert running.get(f"/score?version={now['version']}").json == now

    def test_before_the_start_everybody_is_first(self, table):
        score = table.get("/score").json

        assert (score["lines"], score["totals"], score["places"]) == ([], [0, 0], [1, 1])

    def test_the_series_is_what_the_shift_has_written_so_far(self, running, store):
        while (round_ended := running.get().json)["round"] == 1:
            running.play(1)
        assert running.get("/score").json["series"] == []
        sheet = {"round": 1, "lines": [], "totals": [1, 2], "version": round_ended["version"]}
        store.put(running.match, "scores", {"round:1": json.dumps(sheet).encode()})
        running.play(3)

        assert running.get("/score").json["series"] == [sheet | {"places": None}]
        assert running.get(f"/score?version={sheet['version'] - 1}").json["series"] == []

    def test_at_the_end_the_last_sheet_says_who_won(self, running, store):
        while running.get().json["status"] == "running":
            running.play(50)
        over = running.get().json
        sheet = {"lines": [], "totals": [1, 2], "version": over["version"], "round": over["round"]}
        written = {f"round:{over['round']}": sheet, "final": sheet | {"places": [2, 1]}}
        fields = {name: json.dumps(each).encode() for name, each in written.items()}
        store.put(running.match, "scores", fields)

        assert [one["places"] for one in running.get("/score").json["series"]] == [[2, 1]]


class TestPrivateMatches:
    @pytest.mark.parametrize("part", ["", "/table", "/commands", "/entries", "/entries/1", "/score"])
    def test_reading_needs_any_token_of_the_match(self, client, part):
        table = running(client, visibility="private")

        assert table.get(part).json["code"] == "token_missing"
        for token in (table.watch, table.host, table.seats[1]):
            assert table.get(part, token).status_code == 200

    def test_no_shared_cache_keeps_them(self, client):
        table = running(client, visibility="private")

        assert table.get("/table?version=1", table.watch).headers["Cache-Control"].startswith("private,")

    @pytest.mark.parametrize("query", ["", "?preview=1"])
    @pytest.mark.parametrize(
        "command",
        [{"type": "mark_actions", "faces": [1]}, {"type": "of_another_game"}, [], "nonsense"],
    )
    def test_whoever_may_not_read_does_not_learn_which_game_it_is(self, client, command, query):
        table = running(client, visibility="private")
        stranger = open_table(client).host

        def said(token):
            return table.post(f"/commands{query}", command, token).json["code"]

        assert [said(None), said(stranger)] == ["token_missing", "token_unknown"]

    def test_watching_is_not_playing(self, client):
        table = running(client, visibility="private")
        offered = table.offered(table.watch)

        answer = table.post("/commands", offered["commands"][0]["command"], table.watch)
        assert (answer.status_code, answer.json["code"]) == (403, "not_permitted")

    def test_only_public_matches_are_listed(self, client):
        tables = {kind: open_table(client, visibility=kind) for kind in ("public", "unlisted", "private")}

        listed = client.get("/v1/matches").json["matches"]
        assert [match["match"] for match in listed] == [tables["public"].match]
        assert tables["unlisted"].get().status_code == 200


class TestListing:
    def test_newest_first_page_by_page(self, client):
        tables = [open_table(client) for _ in range(5)]
        seen, link = [], "/v1/matches?game=schiefer&status=open&limit=2"
        while link:
            answer = client.get(link)
            seen += [match["match"] for match in answer.json["matches"]]
            link = answer.headers.get("Link", "").partition(">")[0].lstrip("<")

        assert seen == [table.match for table in reversed(tables)]

    def test_it_follows_the_status(self, client):
        table = open_table(client)
        table.sit()
        table.sit()
        table.start()

        assert client.get("/v1/matches?status=open").json["matches"] == []
        (match,) = client.get("/v1/matches?status=running").json["matches"]
        assert (match["turn"], match["seats"]) == (table.offered()["turn"], ["person", "person"])


def test_a_host_seats_bots_and_frees_seats(table):
    table.sit("Ada")
    seated = table.put("/seats/1/bot", {"mind": "random"}, table.host)
    assert seated.status_code == 200
    assert [seat["state"] for seat in table.get().json["seats"]] == ["person", "bot"]

    assert table.delete("/seats/0", table.host).status_code == 200
    assert [seat["state"] for seat in table.get().json["seats"]] == ["free", "bot"]
    assert table.delete("/seats/1", bearer("x")["Authorization"]).status_code == 401
