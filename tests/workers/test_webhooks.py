"""Deliveries: who is told what, how it is signed, and what happens when the receiver does not play along."""

import json
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import fakeredis
import pytest

from events.archive import Archive
from events.archived_store import ArchivedStore
from events.redis_store import RedisStore
from events.store import StoreUnavailable
from games.match.state import Clock
from room import SECRET, Room
from schema_check import misfits
from service.archiving import archive_finished
from service.figures import figures
from service.http.openapi import document
from service.matches import Person
from service.opening import Opening
from service.webhooks.address import POLICIES, target_of
from service.webhooks.hooks import KINDS, Hooks
from service.webhooks.registry import Registry, Wanted
from service.writing import Request
from shift import SECRET as SHIFT_SECRET
from workers import deliveries, posting
from workers.deliveries import DISABLED_AFTER, PAUSES, Courier, ask_for_deliveries
from workers.follower import Follower
from workers.queues import Queues

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "webhook_receiver.py"
LOOPBACK = POLICIES["loopback"]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append((dict(self.headers), body))
        self.server.behave(self)

    def log_message(self, *_):
        pass


@contextmanager
def receiver(behave):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.heard, server.behave = [], behave
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def answers(status, **headers):
    def behave(handler):
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()

    return behave


class House:
    """A room, its webhooks and its shift, all on one injected clock."""

    def __init__(self, queue_server, **room):
        self.room = Room(**room)
        self.store = self.room.store
        self.hooks = Hooks(self.store)
        self.registry = Registry(self.room.matches, SECRET, LOOPBACK, lambda: self.room.now)
        self.courier = Courier(self.store, SECRET, LOOPBACK)
        self.queues = Queues(queue_server)
        self.follower = Follower(self.store, self.queues, 0, clock=lambda: self.room.now)
        self.follower.step(0)

    def hook(self, server, *kinds, token=None, scope="match"):
        url = server if isinstance(server, str) else f"http://127.0.0.1:{server.server_port}/"
        wanted = Wanted(self.room.id, scope, url, kinds)
        return self.registry.register(wanted, Request(token=token or self.room.host))

    def works(self):
        """The dispatcher looks, the courier makes all that is due."""
        self.follower.step(0)
        for place, number, due in self.hooks.pending():
            if due <= self.room.now:
                self.courier.deliver(place, number, self.room.now)

    def log(self, hook):
        return self.hooks.deliveries(hook.webhook.id)


@pytest.fixture
def house(queue_server):
    return House(queue_server)


def test_what_is_told_is_what_the_document_says(queue_server):
    said, house = document(), House(queue_server, options={"stall_rounds": 1})
    with receiver(answers(204)) as server:
        house.hook(server, *KINDS)
        while house.room.match.status == "running":
            house.room.plays()
        house.works()
        heard = [json.loads(body) for _, body in server.heard]

    assert {one["type"] for one in heard} >= {"entry", "your_turn", "finished"}
    for one in heard:
        shown = said["webhooks"][one["type"]]["post"]["requestBody"]["content"]["application/json"]["schema"]
        assert list(misfits(one, shown, said)) == []


def news(server):
    return [json.loads(body) for _, body in server.heard]


def test_every_entry_is_told_once_however_often_it_is_dispatched(house, queue_server):
    with receiver(answers(204)) as server:
        hook = house.hook(server, "entry")
        house.room.plays(times=5)
        house.works()
        for _ in range(2):  # dispatchers that begin before the checkpoint
            Follower(house.store, house.queues, 0, clock=lambda: house.room.now).step(0)
        house.works()

        told = [one["data"]["version"] for one in news(server)]
        assert sorted(told)[-5:] == [house.room.live.version - back for back in range(4, -1, -1)]
        assert len(set(told)) == len(told)
        ids = {headers["webhook-id"] for headers, _ in server.heard}
        assert len(ids) == len(server.heard)
    assert {one.state for one in house.log(hook)} == {"delivered"}
    assert house.hooks.pending() == []


def test_a_seat_hears_when_it_is_its_turn_and_not_of_its_own_next_question(house):
    with receiver(answers(200)) as server:
        house.hook(server, "your_turn", token=house.room.tokens[0])
        turns = []
        for _ in range(30):
            seat = house.room.plays()
            if house.room.turn == 0 and seat == 1:
                turns.append(house.room.live.version)
        house.works()

        assert [(one["type"], one["data"]["version"]) for one in news(server)] == [
            ("your_turn", version) for version in turns
        ]


def test_who_is_asked_hears_it_once_whatever_the_others_do_meanwhile(queue_server):
    house = House(queue_server, people=3, clock=Clock(kind="per_answer", seconds=60))
    room, asked = house.room, house.room.turn
    with receiver(answers(200)) as server:
        house.hook(server, "your_turn", token=room.tokens[asked])
        room.matches.pause(room.id, Request(token=room.tokens[(asked + 1) % 3]))
        room.resigns((asked + 2) % 3)
        house.works()
        assert server.heard == []

        room.matches.answer_pause(room.id, agree=True, request=Request(token=room.tokens[asked]))
        room.matches.resume(room.id, Request(token=room.tokens[asked]))
        house.works()
        assert [one["data"]["seat"] for one in news(server)] == [asked]  # the pause is over


def test_who_was_answered_for_hears_of_the_next_question(queue_server):
    house = House(queue_server, clock=Clock(kind="per_answer", seconds=60, on_expiry="bot_answers"))
    room, asked = house.room, house.room.turn
    with receiver(answers(200)) as server:
        house.hook(server, "your_turn", token=room.tokens[asked])
        told = 0
        while not told:
            room.now = room.match.deadline
            gone = room.turn
            room.matches.expire_clock(room.id, Request())
            room.matches.submit_for_bot(room.id, gone, room.options()[0], Request())
            told = gone == asked == room.turn
        house.works()
        assert news(server)[-1]["data"]["version"] == room.live.version


def test_an_undo_is_told_to_the_others_and_the_end_to_all(house):
    with receiver(answers(200)) as server:
        for seat in (0, 1):
            house.hook(server, "undo_requested", "finished", token=house.room.tokens[seat])
        before = house.room.live.version
        house.room.plays(times=12)
        house.room.undo(0, before)
        house.works()
        assert [(one["type"], one["data"]["seat"]) for one in news(server)] == [("undo_requested", 0)]

        house.room.answers(1, agree=False)
        while house.room.match.status == "running":
            house.room.plays()
        for _ in range(5):
            house.works()
        assert [one["type"] for one in news(server)][1:] == ["finished", "finished"]


def test_a_player_hears_of_all_own_public_matches(queue_server):
    house = House(queue_server)
    matches = house.room.matches

    def sits_somewhere(visibility):
        begun = matches.open(Opening(game="schiefer", seats=2, visibility=visibility), Request())
        seated = matches.sit_down(begun.match, 0, "", Person(player="ada"), Request(token=begun.host_token))
        matches.sit_down(begun.match, 1, "", Person(), Request(token=begun.host_token))
        return begun, seated

    first, seated = sits_somewhere("public")
    with receiver(answers(200)) as server:
        url = f"http://127.0.0.1:{server.server_port}/"
        wanted = Wanted(first.match, "player", url, ("entry",))
        house.registry.register(wanted, Request(token=seated.seat_token))
        house.works()
        server.heard.clear()
        opened = [first, sits_somewhere("public")[0], sits_somewhere("private")[0]]
        for match in opened:
            matches.start(match.match, Request(token=match.host_token))
        house.works()

        told = {one["data"]["match"] for one in news(server)}
        assert told == {first.match, opened[1].match}


def test_a_failed_delivery_is_tried_again_with_growing_pauses_and_the_same_bytes(house):
    with receiver(answers(500)) as server:
        hook = house.hook(server, "finished")
        house.room.resigns(0)
        house.room.resigns(1)
        while house.room.match.status == "running":
            house.room.plays()
        pauses = []
        for _ in range(6):
            for _ in range(3):
                house.works()
            [delivery] = house.log(hook)
            pauses.append(delivery.due - house.room.now)
            house.room.now = delivery.due

        for pause, seconds in zip(pauses, PAUSES, strict=False):
            assert seconds * 1000 <= pause <= seconds * 1200
        assert len({body for _, body in server.heard}) == 1
        assert len({headers["webhook-id"] for headers, _ in server.heard}) == 1
        assert len({headers["webhook-signature"] for headers, _ in server.heard}) == 6  # of six moments


def test_a_receiver_that_comes_back_gets_what_it_missed(house):
    with receiver(answers(503)) as server:
        hook = house.hook(server, "entry")
        house.room.plays(times=3)
        house.works()
        tried = len(server.heard)
        house.works()
        assert len(server.heard) == tried  # the others wait until the first is due again
        server.behave = answers(204)
        for _ in range(3):
            house.room.now += 40_000
            house.works()

        assert {one.state for one in house.log(hook)} == {"delivered"}
        assert house.hooks.get(hook.webhook.id).failing_since is None


def test_who_says_gone_is_never_called_again(house):
    with receiver(answers(410)) as server:
        hook = house.hook(server, "entry")
        house.room.plays()
        house.works()
        heard = len(server.heard)
        house.room.plays()
        house.works()

        assert len(server.heard) == heard
        assert house.hooks.get(hook.webhook.id).disabled == "gone"


def test_who_fails_for_days_is_disabled(house):
    with receiver(answers(500)) as server:
        hook = house.hook(server, "entry")
        house.room.plays()
        house.works()
        house.room.now += DISABLED_AFTER
        house.works()

        assert house.hooks.get(hook.webhook.id).disabled == "failing"
        assert "waiting" not in {one.state for one in house.log(hook) if one.attempts}


def test_webhooks_for_which_too_much_waits_are_disabled_and_what_waits_is_dropped(house, monkeypatch):
    monkeypatch.setattr(deliveries, "MOST_WAITING", 10)
    with receiver(answers(500)) as server:
        hook = house.hook(server, "entry")
        house.room.plays(times=12)
        house.works()
        ask_for_deliveries(house.store, house.queues, house.room.now)
        heard = len(server.heard)
        assert house.hooks.get(hook.webhook.id).disabled == "failing"
        house.room.now += 3_600_000
        house.works()

        assert len(server.heard) == heard
    assert house.hooks.pending() == []


def test_a_redelivery_has_the_same_id_and_gives_the_webhook_another_chance(house):
    with receiver(answers(410)) as server:
        hook = house.hook(server, "your_turn", "entry")
        house.room.plays()
        house.works()
        first = next(one for one in house.log(hook) if one.attempts)
        server.behave = answers(204)
        house.registry.redeliver(hook.webhook.id, first.number, Request(token=house.room.host))
        house.works()

        ids = [headers["webhook-id"] for headers, _ in server.heard]
        assert ids.count(first.message) == 2
        again = next(one for one in house.log(hook) if one.number == first.number)
        assert (again.state, len(again.attempts)) == ("delivered", 2)
        assert house.hooks.get(hook.webhook.id).disabled is None


def test_a_webhook_of_an_archived_match_is_looked_after_like_any_other(queue_server, tmp_path):
    book, archive = RedisStore(fakeredis.FakeRedis()), Archive(tmp_path)
    house = House(queue_server, store=ArchivedStore(book, archive), options={"stall_rounds": 1})
    with receiver(answers(500)) as server:
        hook = house.hook(server, "finished")
        while house.room.match.status == "running":
            house.room.plays()
        house.works()
        archive_finished(book, archive, house.room.now + 1)

        house.room.now += 3_600_000
        house.works()
        [told] = house.log(hook)
        assert (told.state, len(told.attempts)) == ("waiting", 2)
        assert house.hooks.get(hook.webhook.id).failing_since

        server.behave = answers(410)
        house.room.now += 3_600_000
        house.works()
        assert house.hooks.get(hook.webhook.id).disabled == "gone"

        server.behave = answers(204)
        house.registry.redeliver(hook.webhook.id, told.number, Request(token=house.room.host))
        house.works()
        [told] = house.log(hook)
        assert (told.state, len(told.attempts)) == ("delivered", 4)
        assert house.hooks.get(hook.webhook.id).disabled is None
    assert house.hooks.pending() == []


def test_a_dispatcher_that_dies_between_delivery_and_reminder_leaves_nothing_lying(house, monkeypatch):
    with receiver(answers(204)) as server:
        hook = house.hook(server, "entry")
        house.room.plays()
        with monkeypatch.context() as dying:
            dying.setattr(Hooks, "remember", lambda *_: (_ for _ in ()).throw(StoreUnavailable("gone")))
            with pytest.raises(StoreUnavailable):
                house.follower.step(0)
        assert house.hooks.pending() == []

        house.follower = Follower(house.store, house.queues, 0, clock=lambda: house.room.now)
        house.works()

        assert {one.state for one in house.log(hook)} == {"delivered"}
        assert len({headers["webhook-id"] for headers, _ in server.heard}) == len(server.heard)
    assert house.hooks.pending() == []


def test_no_redirect_is_followed(house):
    with receiver(answers(204)) as other, receiver(answers(204)) as server:
        server.behave = answers(307, Location=f"http://127.0.0.1:{other.server_port}/")
        hook = house.hook(server, "entry")
        house.room.plays()
        house.works()

        assert other.heard == []
        assert any(one.attempts[-1].status == 307 for one in house.log(hook) if one.attempts)


def test_a_receiver_that_drips_is_hung_up_on(house, monkeypatch):
    monkeypatch.setattr(posting, "SECONDS", 0.3)

    def drips(handler):
        with suppress(OSError):
            for _ in range(1000):
                handler.wfile.write(b"H")
                time.sleep(0.02)

    with receiver(drips) as server:
        hook = house.hook(server, "entry")
        house.room.plays()
        house.works()

    tried = [one for one in house.log(hook) if one.attempts]
    assert tried
    assert all(one.attempts[0].status is None and one.attempts[0].error for one in tried)


def test_a_name_that_changes_its_mind_is_refused_at_the_delivery(house, monkeypatch):
    number = ["93.184.215.14"]
    looked_up = lambda *_, **__: [(0, 0, 0, "", (number[0], 443))]  # noqa: E731
    monkeypatch.setattr("service.webhooks.address.socket.getaddrinfo", looked_up)
    hook = house.hook("https://receiver.example/", "entry")
    house.courier = Courier(house.store, SECRET, POLICIES["https"])
    number[0] = "10.0.0.1"
    house.room.plays()
    house.works()

    errors = {one.attempts[0].error for one in house.log(hook) if one.attempts}
    assert errors == {"The address is not on the public internet."}


def test_whose_token_is_void_hears_nothing_more(house):
    with receiver(answers(204)) as server:
        hook = house.hook(server, "entry")
        house.store.put(house.room.id, "tokens", {hook.webhook.token: None})
        house.room.plays()
        house.works()

        assert server.heard == []
    assert house.hooks.get(hook.webhook.id).disabled == "token_void"


def test_a_lost_job_is_asked_for_again(house, queue_server):
    with receiver(answers(204)) as server:
        house.hook(server, "entry")
        house.room.plays()
        house.follower.step(0)
        queue_server.flushall()
        house.room.now += 21_000
        Follower(house.store, house.queues, 0, clock=lambda: house.room.now).step(0)

        assert any(work.kind == "deliver" for work in house.queues.waiting())


def test_a_delivery_that_waits_is_not_asked_for_again(house):
    """Else a courier that is behind would fall behind ever faster."""
    house.hook("http://127.0.0.1:9/", "your_turn")
    house.room.plays(times=20)
    house.follower.step(0)
    told = len(house.hooks.pending())
    assert told > 0
    later = range(house.room.now, house.room.now + 300_000, 1_000)
    assert not any(ask_for_deliveries(house.store, house.queues, now) for now in later)


def test_only_what_left_no_trace_counts_as_asked_for_again(house, queue_server):
    with receiver(answers(204)) as server:
        house.hook(server, "entry")
        house.room.plays()
        house.works()
    assert not [key for key in figures(queue_server).jobs if key.startswith("again")]


def test_a_second_job_of_the_same_attempt_does_not_call_before_it_is_due_again(house):
    with receiver(answers(500)) as server:
        hook = house.hook(server, "entry")
        house.room.plays()
        house.works()
        tried = next(one for one in house.log(hook) if one.attempts)
        house.courier.deliver(house.room.id, tried.number, house.room.now)

        assert [headers["webhook-id"] for headers, _ in server.heard].count(tried.message) == 1


def test_who_said_gone_stays_disabled_whatever_another_courier_meets(house):
    """Two couriers: while one is told 410, the other still waits for its answer."""
    house.room.plays()
    with receiver(answers(410)) as server:
        hook = house.hook(server, "entry")
        house.room.plays(times=2)
        house.follower.step(0)
        first, second = [number for _, number, _ in house.hooks.pending()][:2]

        def meanwhile(handler):
            server.behave = answers(410)
            Courier(house.store, SECRET, LOOPBACK).deliver(house.room.id, second, house.room.now)
            answers(500)(handler)

        server.behave = meanwhile
        house.courier.deliver(house.room.id, first, house.room.now)

    assert house.hooks.get(hook.webhook.id).disabled == "gone"


def test_what_was_still_to_be_told_goes_with_its_webhook(house):
    hook = house.hook("http://127.0.0.1:9/", "entry")
    house.room.plays()
    house.follower.step(0)
    told = house.hooks.pending()
    late = house.hooks.delivery(*told[0][:2])
    house.registry.delete(hook.webhook.id, house.room.host)
    house.hooks.record(late)  # a dispatcher that had not heard of it
    house.works()

    assert house.hooks.pending() == []
    assert house.store.drawer(house.room.id, "deliveries") == {}


def test_the_example_receiver_believes_us_and_nobody_else(shift):
    """Everything real: dispatcher, worker, and the receiver of examples/ as a process of its own."""
    shift.environ["WEBHOOK_ADDRESSES"] = "loopback"
    opened = shift.open_match("random", people=1)
    registry = Registry(shift.matches, SHIFT_SECRET.encode(), LOOPBACK)
    with receiver(answers(204)) as probe:
        port = probe.server_port  # free as soon as the probe is closed
    url = f"http://127.0.0.1:{port}/"
    made = registry.register(
        Wanted(opened.match, "match", url, ("finished",)), Request(token=opened.host_token)
    )
    with example_receiver(made.secret, port) as printed:
        assert next(printed) == f"listening on port {port}\n"
        forged = {"webhook-id": "x", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA"}
        assert posting.post(target_of(url, LOOPBACK), forged, b"{}").status == 401
        shift.dispatcher()
        shift.worker()
        seated = shift.matches.sit_down(opened.match, None, "", Person(), Request())
        shift.matches.start(opened.match, Request(token=opened.host_token))
        shift.matches.resign(opened.match, None, Request(token=seated.seat_token))
        shift.until(shift.ended, opened.match)
        told = json.loads(next(printed))
    assert (told["type"], told["version"]) == ("finished", shift.store.head(opened.match).version)


@contextmanager
def example_receiver(secret, port):
    words = [sys.executable, EXAMPLE, secret, "--port", str(port)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as example:
        try:
            yield iter(example.stdout.readline, "")
        finally:
            example.kill()
