"""A whole match over HTTP: exported, audited, told, and brought in elsewhere."""

import gzip
import json

import msgspec
import pytest

from events.verify import read_book
from service.verification.audit import CHECKS
from support.api import api, books
from support.api.api import open_table, running

NDJSON = "application/x-ndjson"


def send(client, raw, path="/v1/matches/import", content_type=NDJSON, **headers):
    return client.post(path, data=raw, content_type=content_type, headers=headers)


@pytest.fixture
def elsewhere():
    """Another server."""
    return api.client()


@pytest.fixture
def finished(client):
    table = running(client)
    table.play()
    return table


class TestExport:
    @pytest.mark.parametrize("game", books.GAME_NAMES)
    def test_a_match_goes_to_another_server_and_is_the_same_there(self, client, elsewhere, game):
        table = running(client, game)
        table.play(40)
        raw = table.get("/export").data

        answer = send(elsewhere, raw)
        path = answer.headers["Location"]

        assert answer.status_code == 201
        assert path == f"/v1/matches/{answer.json['match']}"
        assert answer.json["id_in_book"] == table.match
        assert [check["check"] for check in answer.json["on_trust"]] == ["commitment", "draws"]
        for part in ("/table", "/entries?limit=200", "/score", "/table?version=20", "/story"):
            here, there = table.get(part), elsewhere.get(path + part)
            assert there.text.replace(answer.json["match"], table.match) == here.text, part
        assert elsewhere.get(f"{path}/export").data == raw
        assert elsewhere.get(path).headers["ETag"] == table.get().headers["ETag"]
        assert elsewhere.get(path).json["imported"]

    def test_it_is_a_file_to_be_saved(self, running):
        answer = running.get("/export")

        version = running.get().json["version"]
        assert answer.content_type == NDJSON
        assert answer.headers["Content-Disposition"] == (
            f'attachment; filename="{running.match}-{version}.ndjson"'
        )
        assert answer.headers["ETag"] == running.get().headers["ETag"]
        assert running.get("/export", if_none_match=answer.headers["ETag"]).status_code == 304
        assert read_book(answer.data).header.entries == version

    def test_it_names_nobody_and_keeps_every_secret(self, client):
        table = open_table(client)
        for name, player in (("Ada Lovelace", "p-1"), ("Bob", "p-2")):
            table.sit(name, player=player)
        table.start()
        table.play(10)

        text = table.get("/export").text

        for secret in ("Ada", "Bob", "p-1", "p-2", table.host, *table.seats.values(), bytes(range(32)).hex()):
            assert secret not in text

    def test_of_a_private_match_only_those_get_it_who_may_see_it(self, client):
        table = running(client, visibility="private")

        for part in ("/export", "/audit", "/story"):
            assert table.get(part).json["code"] == "token_missing"
            assert table.get(part, table.watch).status_code == 200


class TestAudit:
    def test_a_finished_match_passes_every_check(self, finished):
        verdict = finished.get("/audit").json

        assert verdict["ok"]
        assert [check["check"] for check in verdict["checks"]] == list(CHECKS)
        assert {check["verdict"] for check in verdict["checks"]} == {"passed"}
        assert (verdict["entries"], verdict["head"]) == (
            finished.get().json["version"],
            finished.get().json["hash"],
        )

    def test_a_running_match_has_its_seed_undisclosed(self, running):
        checks = {check["check"]: check for check in running.get("/audit").json["checks"]}

        assert checks["decisions"]["verdict"] == "passed"
        assert checks["draws"] == {
            "check": "draws",
            "verdict": "skipped",
            "detail": "the seed is not disclosed yet",
        }

    def test_its_file_is_judged_alike_anywhere(self, finished, elsewhere):
        there = send(elsewhere, finished.get("/export").data, "/v1/verify")

        assert there.status_code == 200
        assert [one["claim"] for one in there.json["unproven"]] == ["head"]  # which only this server knows
        assert there.json | {"unproven": []} == finished.get("/audit").json
        assert elsewhere.get("/v1/matches").json["matches"] == []

    def test_a_bad_file_is_an_answer_and_no_problem(self, finished, elsewhere):
        raw = finished.get("/export").data

        verdict = send(elsewhere, raw.replace(b'"seat":0', b'"seat":1', 1), "/v1/verify").json

        assert not verdict["ok"]
        assert verdict["checks"][1] == {
            "check": "chain",
            "verdict": "failed",
            "entry": 2,
            "detail": "its hash is not that of its bytes",
        }

    def test_a_book_that_was_changed_in_the_store_is_found(self, store, finished):
        book = store._matches[finished.match].book
        book[5] = msgspec.structs.replace(book[5], at=book[5].at + 1)

        verdict = finished.get("/audit").json

        assert not verdict["ok"]
        assert verdict["checks"][1]["entry"] == 6


class TestImport:
    def test_the_first_time_it_is_new_and_then_no_more(self, client, held):
        raw = books.file_of(books.begin_book())

        first = send(client, raw)
        before = held()
        again = send(client, raw)

        assert (first.status_code, again.status_code) == (201, 200)
        assert (first.json["new"], again.json["new"]) == (True, False)
        assert first.json["version"] == len(books.begin_book())
        assert client.get(first.headers["Location"]).headers["ETag"] == first.headers["ETag"]
        assert held() == before

    def test_a_forged_one_names_its_first_bad_entry_and_is_not_written(self, client, held):
        told = books.plain(books.play_book("schiefer"))
        told[20]["events"][-1]["agenda"] = []
        before = held()

        answer = send(client, books.file_of(books.reseal(told)))

        assert (answer.status_code, answer.json["code"]) == (422, "bad_book")
        assert (answer.json["entry"], answer.json["check"]) == (21, "fold")
        assert held() == before

    def test_nobody_plays_in_it(self, client):
        path = send(client, books.file_of(books.begin_book())).headers["Location"]

        anyone = {"Authorization": "Bearer of-no-match"}
        for part, body in (("/seats", {}), ("/start", None), ("/resign", {}), ("/undo", {"to": 4})):
            answer = client.post(path + part, json=body, headers=anyone)
            assert (answer.status_code, answer.json["code"]) == (409, "imported")
        seated = client.put(f"{path}/seats/0/bot", json={"mind": "random"}, headers=anyone)
        assert seated.json["code"] == "imported"

    def test_it_is_gone_on_from_in_a_fork(self, client):
        path = send(client, books.file_of(books.begin_book())).headers["Location"]

        answer = client.post(f"{path}/forks", json={"version": len(books.begin_book())})

        assert answer.status_code == 201
        table = api.TableOverHttp(client, answer.json["match"], answer.json["host_token"])
        table.sit()
        table.sit()
        table.start().play(5)
        assert table.get("/audit").json["ok"]

    def test_it_must_be_called_what_it_is(self, client):
        answer = send(client, books.file_of(books.begin_book()), content_type="application/json")

        assert (answer.status_code, answer.json["code"]) == (415, "unsupported_media_type")

    @pytest.mark.parametrize("path", ["/v1/matches/import", "/v1/verify"])
    def test_a_file_may_be_larger_than_any_other_body_but_not_endless(self, path):
        small = api.client(largest_import=1)

        allowed = send(small, b" " * 1024 * 1024, path)
        refused = send(small, b" " * (1024 * 1024 + 1), path)

        assert allowed.status_code in {200, 422}
        assert (refused.status_code, refused.json["code"]) == (413, "body_too_large")
        assert "1024 KiB" in refused.json["detail"]

    @pytest.mark.parametrize(
        "raw", [b"", b"\xff", b"[" * 100_000, gzip.compress(b"{}\n", mtime=0), b"{}\n" * 1000]
    )
    def test_rubbish_is_refused_in_words(self, client, raw):
        answer = send(client, raw)

        assert (answer.status_code, answer.json["code"]) == (422, "bad_book")
        assert answer.json["entry"] is None


class TestStory:
    def test_it_tells_in_names_and_rounds_what_happened(self, client):
        table = open_table(client)
        for name in ("Ada", "Bob"):
            table.sit(name)
        table.start().play(30)

        english, german = table.get("/story").text, table.get("/story?lang=de").text

        assert "=== Round 1 ===" in english
        assert "=== Runde 1 ===" in german
        assert "Ada rolls" in english
        assert "Bob würfelt" in german
        assert "luck" not in english.lower()

    def test_as_lines_of_json_for_programs(self, running):
        running.play(30)
        answer = running.get("/story", accept=NDJSON)

        lines = [json.loads(line) for line in answer.text.splitlines()]
        assert answer.content_type == NDJSON
        assert lines[0] == {"version": 1, "text": "A match of Schiefer for 2 players is opened"}
        assert any(line.get("heading") for line in lines)
        versions = [line["version"] for line in lines]
        assert versions == sorted(versions)

    def test_who_has_it_is_told_so(self, running):
        tag = running.get("/story").headers["ETag"]

        assert running.get("/story", if_none_match=tag).status_code == 304
