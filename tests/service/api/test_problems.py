"""Every problem code, provoked by a request of its own; whatever is refused writes nothing."""

import re
import signal
from pathlib import Path

import gevent
import gevent.socket
import pytest
from flask import Response
from flask.testing import FlaskClient
from werkzeug.datastructures import Headers

from events.entry import BrokenChain
from events.store import StoreUnavailable
from service.api.app import build_app
from service.api.budgets import MIB, Limiter
from service.api.gunicorn_worker import Connection, Connections, encode_answer
from service.api.problems import GERMAN_TITLES, STATUS, OverBudget
from service.config import Config
from service.problems import Problem
from service.tokens import opener_id
from service.verification.verifier_messages import ProcessEnded
from service.wording import WORDS
from support.api import books
from support.api.api import SECRET, bearer, open_table, running
from support.api.api import services as another_api

PAGE = Path(__file__).resolve().parents[3] / "docs" / "errors.md"
KEY = {"idempotency_key": "a key of more than sixteen characters".replace(" ", "-")}


def first(table):
    offered = table.offered()
    return offered["turn"], offered["commands"][0]["command"]


def malformed(api):
    return api.post("/v1/matches", json={"game": "schiefer", "seats": "two"})


def bad_cursor(api):
    return api.get("/v1/matches?cursor=bm9wZQ")


def token_missing(api):
    return open_table(api).post("/start")


def token_unknown(api):
    return open_table(api).post("/start", token=open_table(api).host)


def not_permitted(api):
    table = running(api)
    return table.post("/resign", {"seat": 0}, table.seats[1])


def unknown_game(api):
    return api.get("/v1/games/chess")


def unknown_component(api):
    return api.get("/v1/games/schiefer/components/nothing.svg")


def unknown_rule(api):
    return api.get("/v1/games/schiefer/rules/SF-999")


def unknown_match(api):
    return api.get("/v1/matches/nobody")


def unknown_entry(api):
    return open_table(api).get("/entries/2")


def unknown_seat(api):
    return open_table(api).post("/seats", {"seat": 3})


def registered(api, table, **said):
    body = {"match": table.match, "url": "https://93.184.215.14/", "kinds": ["entry"]} | said
    return api.post("/v1/webhooks", json=body, headers=bearer(table.host))


def unknown_player(api):
    return api.get("/v1/players/guest/nobody")


def unknown_webhook(api):
    return api.get("/v1/webhooks/wh_nobody_000000000000", headers=bearer("anybody"))


def unknown_delivery(api):
    table = open_table(api)
    webhook = registered(api, table).json["webhook"]
    return api.post(f"/v1/webhooks/{webhook}/deliveries/{0:012x}", headers=bearer(table.host))


def too_many_webhooks(api):
    table = open_table(api)
    return [registered(api, table) for _ in range(21)][-1]


def webhook_address_refused(api):
    return registered(api, open_table(api), url="https://10.0.0.1/")


def no_such_path(api):
    return api.get("/v1/nowhere")


def method_not_allowed(api):
    return api.delete("/v1/games")


def not_acceptable(api):
    return api.get("/v1/games", headers={"Accept": "image/png"})


def not_your_turn(api):
    table = running(api)
    seat, command = first(table)
    return table.post("/commands", command, table.seats[1 - seat])


def not_running(api):
    table = open_table(api)
    table.sit()
    return table.post("/commands", {"type": "end_turn"}, table.seats[0])


def not_now(api):
    table = open_table(api)
    return table.post("/start", token=table.host)


def game_is_over(api):
    table = running(api, resigning="end")
    assert table.post("/resign", token=table.seats[0]).status_code == 201
    return table.post("/resign", token=table.seats[1])


def imported(api):
    answer = brought_in(api, books.begin_book())
    assert answer.status_code == 201
    return api.post(f"{answer.headers['Location']}/seats")


def bad_book(api):
    return brought_in(api, books.reseal(books.plain(books.begin_book())[:3] * 2))


def brought_in(api, entries):
    file = books.file_of(entries)
    return api.post("/v1/matches/import", data=file, content_type="application/x-ndjson")


def version_conflict(api):
    table = running(api)
    seat, command = first(table)
    return table.post("/commands", command, table.seats[seat], if_match='"2-00000000"')


def body_too_large(api):
    return api.post("/v1/matches", data=b" " * 70_000, content_type="application/json")


class Trickle:
    def read(self, _):
        gevent.sleep(3600)


def body_too_slow(api, patch):
    patch.setattr("service.api.body.BODY_PATIENCE", 0.01)
    environ = {"wsgi.input": Trickle(), "CONTENT_LENGTH": "1"}
    return api.post("/v1/matches", content_type="application/json", environ_overrides=environ)


def unsupported_media_type(api):
    return api.post("/v1/matches", data=b"game=schiefer", content_type="text/plain")


def invalid(api):
    return api.post("/v1/matches", json={"game": "schiefer", "seats": 7})


def not_offered(api):
    table = running(api)
    seat, _ = first(table)
    return table.post("/commands", {"type": "open_mine", "mine": "atlantis"}, table.seats[seat])


def idempotency_key_reused(api):
    table = open_table(api)
    assert table.post("/seats", {}, **KEY).status_code == 201
    return table.post("/seats", {"name": "Ada"}, **KEY)


def client_unknown(api):
    return api.delete("/v1/players/tafel/ada")


def client_exists(_):
    instance = build_app(another_api(open_clients=1)).test_client()
    instance.post("/v1/clients", json={"name": "tafel"})
    return instance.post("/v1/clients", json={"name": "tafel"})


def registration_closed(api):
    return api.post("/v1/clients", json={"name": "tafel"})


def name_unreadable(api):
    return open_table(api).post("/seats", {"name": "\u3164"})


def name_mistakable(api):
    return open_table(api).post("/seats", {"name": "Seat 2"})


def too_many_requests(_):
    limited = limited_api(address_limit=1)
    limited.get("/v1/games")
    return limited.get("/v1/games")


def limited_api(**limits):
    return build_app(another_api(), Limiter.of(Config(**limits))).test_client()


def player_seated(api):
    table = open_table(api)
    table.sit(player="ada")
    return table.post("/seats", {"player": "ada"})


def too_many_matches(_):
    limited = limited_api(matches_limit=1)
    open_table(limited)
    return limited.post("/v1/matches", json={"game": "schiefer", "seats": 2})


def too_many_openings(_):
    limited = limited_api(openings_limit=1)
    open_table(limited)
    return limited.post("/v1/matches", json={"game": "schiefer", "seats": 2})


def too_many_entries(_):
    limited = limited_api(entries_limit=2)
    table = open_table(limited)
    table.sit()
    return table.post("/seats", {})


def too_much_written(_, patch):
    patch.setattr("service.api.budgets.MIB", 1)
    limited = limited_api(written_limit=1)
    return open_table(limited).post("/seats", {})


def too_much_imported(_, patch):
    patch.setattr("service.api.budgets.MIB", 1)
    return brought_in(limited_api(import_limit=100), books.begin_book())


def too_much_audited(_):
    limiter = Limiter.of(Config(audit_limit=1))
    careful = build_app(another_api(), limiter).test_client()
    limiter.charge("audited", ("address:127.0.0.1",), 1000)
    return brought_in(careful, books.begin_book())


def too_costly(_):
    """More than what lies free in the memory of a judge that has just begun."""
    small = build_app(another_api(verifier_memory=0)).test_client()
    return small.post("/v1/matches/import", data=b" " * 2_000_000, content_type="application/x-ndjson")


def verifiers_busy(_, patch):
    patch.setattr("service.verification.verifier_pool.MOST_WAITING", 0)
    return brought_in(build_app(another_api(verifiers=0)).test_client(), books.begin_book())


def verifier_failed(api, patch):
    patch.setattr(
        "service.verification.verifier_pool.serve_verifier",
        lambda *_: (None, ProcessEnded(signal.SIGSEGV, 0)),
    )
    return brought_in(api, books.begin_book())


def too_much_thinking(_):
    limiter = Limiter.of(Config(thinking_limit=1))
    thoughtful = build_app(another_api(), limiter).test_client()
    limiter.charge("thinking", (opener_id(SECRET, "127.0.0.1"),), 1000)
    bots = [{"seat": 0, "mind": "search"}]
    return thoughtful.post("/v1/matches", json={"game": "schiefer", "seats": 2, "bots": bots})


def too_many_streams(_):
    limited = limited_api(streams_limit=1)
    table, stream = open_table(limited), {"Accept": "text/event-stream"}
    limited.get(f"{table.path}/entries", headers=stream)
    return limited.get(f"{table.path}/entries", headers=stream)


def too_many_connections(_):
    room = Connections(most=10, most_of_address=1)
    room.enter("10.0.0.1")
    return refused_by_the_worker(lambda: room.enter("10.0.0.1"))


def head_too_slow(_):
    ours, theirs = gevent.socket.socketpair()
    with ours, Connection.take_over(theirs, "here") as slow:
        ours.sendall(b"GET / HTTP")
        slow.await_head(0.01)
        return refused_by_the_worker(lambda: slow.recv(64) and slow.recv(64))


def refused_by_the_worker(attempt):
    """Before any view hears of it."""
    with pytest.raises(Problem) as refused:
        attempt()
    head, _, body = encode_answer(refused.value).partition(b"\r\n\r\n")
    first, *headers = head.decode().split("\r\n")
    headers = [line.split(": ", 1) for line in headers]
    return Response(body, first.partition(" ")[2], headers)


def too_many_bodies(_):
    home = another_api(bodies_limit=64)
    for address in ("10.0.0.1", "10.0.0.2"):
        home.body_memory.take(address, 32 * MIB, file=False)
    crowded = build_app(home).test_client()
    return crowded.post("/v1/matches", data=b" " * 60_000, content_type="application/json")


def internal_error(api, patch):
    patch.setattr("service.api.views.matches.page_of_matches", lambda *_: 1 / 0)
    return api.get("/v1/matches")


def rules_at_fault(api, patch):
    """As if they took one step after another without end."""
    patch.setattr("games.kernel.play.MOST_STEPS", 0)
    table = open_table(api)
    table.sit()
    table.sit()
    return table.post("/start", token=table.host)


def entry_unreadable(api, patch):
    def broken(*_, **__):
        raise BrokenChain(1, "its bytes cannot be read")

    table = open_table(api)
    patch.setattr("events.memory_store.MemoryStore.entries", broken)
    return table.get("/entries")


def too_busy(api, patch):
    patch.setattr("service.matches.handler.MOST_TRIES", 0)
    table = open_table(api)
    return table.post("/start", token=table.host)


def book_unavailable(api, patch):
    def gone(*_, **__):
        raise StoreUnavailable("connection refused")

    patch.setattr("events.memory_store.MemoryStore.listing", gone)
    return api.get("/v1/matches")


PROVOKED = {
    provoke.__name__: provoke
    for provoke in (
        malformed,
        bad_cursor,
        token_missing,
        token_unknown,
        not_permitted,
        unknown_game,
        unknown_component,
        unknown_rule,
        unknown_match,
        unknown_entry,
        unknown_seat,
        unknown_player,
        unknown_webhook,
        unknown_delivery,
        too_many_webhooks,
        webhook_address_refused,
        name_unreadable,
        name_mistakable,
        player_seated,
        no_such_path,
        method_not_allowed,
        not_acceptable,
        not_your_turn,
        not_running,
        not_now,
        game_is_over,
        imported,
        bad_book,
        version_conflict,
        body_too_large,
        body_too_slow,
        unsupported_media_type,
        invalid,
        not_offered,
        idempotency_key_reused,
        client_unknown,
        client_exists,
        registration_closed,
        too_many_requests,
        too_many_matches,
        too_many_openings,
        too_many_entries,
        too_much_written,
        too_much_imported,
        too_much_audited,
        too_costly,
        verifiers_busy,
        verifier_failed,
        too_much_thinking,
        too_many_streams,
        too_many_connections,
        head_too_slow,
        too_many_bodies,
        internal_error,
        rules_at_fault,
        entry_unreadable,
        too_busy,
        book_unavailable,
    )
}
CODES = {kind.code: status for kind, status in STATUS.items()}


NOT_READ_SO_FAR = {"head_too_slow", "too_many_connections"}  # nobody knows yet in which language to answer


def ask_in_german(opened):
    def open_in_german(self, *about, **said):
        headers = Headers(said.pop("headers", None) or {})
        headers.setdefault("Accept-Language", "de")
        return opened(self, *about, headers=headers, **said)

    return open_in_german


def is_said_in(lang, detail):
    """By a sentence of that language and of no other."""
    said = {
        other
        for text in WORDS.sections["details"].values()
        for other, template in text.items()
        if re.fullmatch(re.sub(r"\\{.*?\\}", ".+", re.escape(template)), detail)
    }
    return said == {lang}


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_answered_as_it_is_documented(code, client, monkeypatch):
    monkeypatch.setattr(FlaskClient, "open", ask_in_german(FlaskClient.open))
    provoke = PROVOKED[code]
    needs_patch = provoke.__code__.co_argcount == 2
    answer = provoke(client, monkeypatch) if needs_patch else provoke(client)

    assert answer.status_code == CODES[code]
    assert answer.content_type == "application/problem+json"
    assert answer.json["code"] == code
    assert answer.json["status"] == answer.status_code
    assert {"type", "title", "detail"} <= answer.json.keys()
    lang = answer.headers["Content-Language"]
    assert lang == ("de" if code not in NOT_READ_SO_FAR else "en")
    assert is_said_in(lang, answer.json["detail"])
    page, _, anchor = answer.json["type"].partition("#")
    assert f'<h2 id="{anchor}">' in client.get(page).text


def test_the_page_explains_every_code_and_no_other():
    headings = re.findall(r"^## (\w+)\n\n(\d+)\.", PAGE.read_text(), re.MULTILINE)

    assert {code: int(status) for code, status in headings} == CODES


OVER_BUDGET = [kind.code for kind in OverBudget.__subclasses__()]


@pytest.mark.parametrize("code", OVER_BUDGET)
def test_a_budget_that_is_used_up_says_when_to_come_again(code, client, monkeypatch):
    provoke = PROVOKED[code]
    answer = provoke(client, monkeypatch) if provoke.__code__.co_argcount == 2 else provoke(client)

    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= (3600 if code == "too_many_openings" else 60)
    assert "retry_after" not in answer.json


def test_a_401_says_which_token_is_wanted(client):
    assert token_missing(client).headers["WWW-Authenticate"] == 'Bearer realm="grubenbuch"'
    assert 'error="invalid_token"' in token_unknown(client).headers["WWW-Authenticate"]


def test_the_title_of_a_problem_is_in_the_language_of_the_request(client):
    german = {"Accept-Language": "de"}

    assert client.get("/v1/games/halma", headers=german).json["title"] == "Dieses Spiel gibt es nicht"
    assert client.get("/v1/games/halma").json["title"] == "There is no such game"


def test_every_problem_has_a_title_in_german():
    assert GERMAN_TITLES.keys() == {kind.code for kind in STATUS}


def test_a_405_names_what_is_allowed(client):
    assert method_not_allowed(client).headers["Allow"] == "GET, HEAD, OPTIONS"


def test_a_503_says_when_to_come_again(client, monkeypatch):
    assert book_unavailable(client, monkeypatch).headers["Retry-After"] == "1"


def test_a_412_leads_to_what_was_missed(client):
    answer = version_conflict(client)

    missed = client.get(answer.json["entries"]).json["entries"]
    assert [entry["version"] for entry in missed] == list(range(3, answer.json["version"] + 1))


def test_a_refused_command_names_the_question_and_where_the_options_are(client):
    answer = not_your_turn(client)

    assert answer.json["question"]["type"] == "prepare_actions"
    assert client.get(answer.json["legal"]).json["question"] == answer.json["question"]


def test_our_own_fault_is_logged_under_the_id_of_the_request_and_never_shown(client, monkeypatch, caplog):
    answer = internal_error(client, monkeypatch)

    assert "ZeroDivisionError" not in answer.text
    assert answer.headers["X-Request-Id"] in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_nothing_of_a_lost_connection_is_told_to_the_client(client, monkeypatch):
    assert "connection refused" not in book_unavailable(client, monkeypatch).text


def test_nothing_is_written_where_the_rules_lead_round_in_a_circle(client, store, monkeypatch):
    table = open_table(client)
    table.sit()
    table.sit()
    before = store.head(table.match)
    monkeypatch.setattr("games.kernel.play.MOST_STEPS", 0)
    assert table.post("/start", token=table.host).json["code"] == "rules_at_fault"
    assert store.head(table.match) == before
    monkeypatch.undo()
    assert table.post("/start", token=table.host).status_code == 201
