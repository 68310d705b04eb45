"""Webhooks: who is told what, how it is signed, and what a receiver makes of it."""

import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from games.match.actor import CLOCK, Actor
from games.match.commands import AnswerPause, ExpireClock, Pause, Resume, StartMatch
from games.match.seating import ResignOwnSeat
from games.match.state import Clock
from service.api.app import describe_api
from service.matches.handler import Request
from service.matches.opening import Opening, open_new
from service.matches.records.people import Person
from service.players.leaving import erase
from service.webhooks.address import target_of
from service.webhooks.records import KINDS
from service.webhooks.registry import Registry, WebhookRequest
from support.api.schema_check import misfits
from support.api.webhook_instance import LOOPBACK, WebhookInstance, answers, read_news, receiver
from support.servers.worker_processes import SECRET as WORKER_SECRET
from workers.dispatcher.follower import Follower
from workers.jobs import posting

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "webhook_receiver.py"


def test_what_is_told_is_what_the_document_says(queue_server):
    said, instance = describe_api(), WebhookInstance(queue_server, options={"stall_rounds": 1})
    with receiver(answers(204)) as server:
        instance.hook(server, *KINDS)
        while instance.room.match.status == "running":
            instance.room.plays()
        instance.works()
        heard = [json.loads(body) for _, body in server.heard]

    assert {one["type"] for one in heard} >= {"entry", "your_turn", "finished"}
    for one in heard:
        shown = said["webhooks"][one["type"]]["post"]["requestBody"]["content"]["application/json"]["schema"]
        assert list(misfits(one, shown, said)) == []


def test_every_entry_is_told_once_however_often_it_is_dispatched(instance, queue_server):
    with receiver(answers(204)) as server:
        hook = instance.hook(server, "entry")
        instance.room.plays(times=5)
        instance.works()
        for _ in range(2):  # dispatchers that begin before the checkpoint
            Follower(instance.store, instance.queues, 0, clock=lambda: instance.room.now).step(0)
        instance.works()

        told = [one["data"]["version"] for one in read_news(server)]
        assert sorted(told)[-5:] == [instance.room.live.version - back for back in range(4, -1, -1)]
        assert len(set(told)) == len(told)
        ids = {headers["webhook-id"] for headers, _ in server.heard}
        assert len(ids) == len(server.heard)
    assert {one.state for one in instance.log(hook)} == {"delivered"}
    assert instance.hooks.pending() == []


def test_a_seat_hears_when_it_is_its_turn_and_not_of_its_own_next_question(instance):
    with receiver(answers(200)) as server:
        instance.hook(server, "your_turn", token=instance.room.tokens[0])
        turns = []
        for _ in range(30):
            seat = instance.room.plays()
            if instance.room.turn == 0 and seat == 1:
                turns.append(instance.room.live.version)
        instance.works()

        assert [(one["type"], one["data"]["version"]) for one in read_news(server)] == [
            ("your_turn", version) for version in turns
        ]


def test_who_is_asked_hears_it_once_whatever_the_others_do_meanwhile(queue_server):
    instance = WebhookInstance(queue_server, people=3, clock=Clock(kind="per_answer", seconds=60))
    room, asked = instance.room, instance.room.turn
    with receiver(answers(200)) as server:
        instance.hook(server, "your_turn", token=room.tokens[asked])
        room.matches.handle(room.id, Pause(), Request(token=room.tokens[(asked + 1) % 3]))
        room.resigns((asked + 2) % 3)
        instance.works()
        assert server.heard == []

        room.matches.handle(room.id, AnswerPause(agree=True), Request(token=room.tokens[asked]))
        room.matches.handle(room.id, Resume(), Request(token=room.tokens[asked]))
        instance.works()
        assert [one["data"]["seat"] for one in read_news(server)] == [asked]  # the pause is over


def test_who_was_answered_for_hears_of_the_next_question(queue_server):
    instance = WebhookInstance(
        queue_server, clock=Clock(kind="per_answer", seconds=60, on_expiry="bot_answers")
    )
    room, asked = instance.room, instance.room.turn
    with receiver(answers(200)) as server:
        instance.hook(server, "your_turn", token=room.tokens[asked])
        told = 0
        while not told:
            room.now = room.match.deadline
            gone = room.turn
            room.matches.handle(room.id, ExpireClock(), Request(actor=CLOCK))
            room.matches.handle(room.id, room.options()[0], Request(actor=Actor.bot(gone)))
            told = gone == asked == room.turn
        instance.works()
        assert read_news(server)[-1]["data"]["version"] == room.live.version


def test_an_undo_is_told_to_the_others_and_the_end_to_all(instance):
    with receiver(answers(200)) as server:
        for seat in (0, 1):
            instance.hook(server, "undo_requested", "finished", token=instance.room.tokens[seat])
        before = instance.room.live.version
        instance.room.plays(times=12)
        instance.room.undo(0, before)
        instance.works()
        assert [(one["type"], one["data"]["seat"]) for one in read_news(server)] == [("undo_requested", 0)]

        instance.room.answers(1, agree=False)
        while instance.room.match.status == "running":
            instance.room.plays()
        for _ in range(5):
            instance.works()
        assert [one["type"] for one in read_news(server)][1:] == ["finished", "finished"]


def test_a_player_hears_of_all_own_public_matches(queue_server):
    instance = WebhookInstance(queue_server)
    matches = instance.room.matches

    def sits_somewhere(visibility):
        begun = open_new(matches, Opening(game="schiefer", seats=2, visibility=visibility), Request())
        seated = matches.sit_down(begun.match, 0, "", Person(player="ada"), Request(token=begun.host_token))
        matches.sit_down(begun.match, 1, "", Person(), Request(token=begun.host_token))
        return begun, seated

    first, seated = sits_somewhere("public")
    with receiver(answers(200)) as server:
        url = f"http://127.0.0.1:{server.server_port}/"
        wanted = WebhookRequest(first.match, "player", url, ("entry",))
        instance.registry.register(wanted, Request(token=seated.seat_token))
        instance.works()
        server.heard.clear()
        opened = [first, sits_somewhere("public")[0], sits_somewhere("private")[0]]
        for match in opened:
            matches.handle(match.match, StartMatch(), Request(token=match.host_token))
        instance.works()

        told = {one["data"]["match"] for one in read_news(server)}
        assert told == {first.match, opened[1].match}


def test_the_example_receiver_believes_us_and_nobody_else(workers):
    """Everything real: dispatcher, worker, and the receiver of examples/ as a process of its own."""
    workers.environ["WEBHOOK_ADDRESSES"] = "loopback"
    opened = workers.open_match("random", people=1)
    registry = Registry(workers.matches, WORKER_SECRET.encode(), LOOPBACK)
    with receiver(answers(204)) as probe:
        port = probe.server_port  # free as soon as the probe is closed
    url = f"http://127.0.0.1:{port}/"
    made = registry.register(
        WebhookRequest(opened.match, "match", url, ("finished",)), Request(token=opened.host_token)
    )
    with example_receiver(made.secret, port) as printed:
        assert next(printed) == f"listening on port {port}\n"
        forged = {"webhook-id": "x", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA"}
        assert posting.post(target_of(url, LOOPBACK), forged, b"{}").status == 401
        workers.dispatcher()
        workers.worker()
        seated = workers.matches.sit_down(opened.match, None, "", Person(), Request())
        workers.matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
        workers.matches.handle(opened.match, ResignOwnSeat(), Request(token=seated.seat_token))
        workers.until(workers.ended, opened.match)
        told = json.loads(next(printed))
    assert (told["type"], told["version"]) == ("finished", workers.store.head(opened.match).version)


@contextmanager
def example_receiver(secret, port):
    words = [sys.executable, EXAMPLE, secret, "--port", str(port)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as example:
        try:
            yield iter(example.stdout.readline, "")
        finally:
            example.kill()


@pytest.mark.parametrize("status", [204, 500, 410])
@pytest.mark.parametrize("erased", [False, True])
def test_a_webhook_that_is_deleted_while_it_is_called_leaves_nothing_behind(queue_server, status, erased):
    """Also where the person is erased whose webhook it was."""
    instance = WebhookInstance(queue_server)
    begun = open_new(instance.room.matches, Opening(game="schiefer", seats=2), Request())
    ada = Person(player="tafel/ada")
    seated = instance.room.matches.sit_down(begun.match, 0, "", ada, Request(token=begun.host_token))

    def is_deleted_and_answers(handler):
        if erased:
            erase(instance.store, "tafel/ada")
        else:
            instance.registry.delete(hook.webhook.id, seated.seat_token)
        answers(status)(handler)

    with receiver(is_deleted_and_answers) as server:
        url = f"http://127.0.0.1:{server.server_port}/"
        wanted = WebhookRequest(begun.match, "player", url, ("entry",))
        hook = instance.registry.register(wanted, Request(token=seated.seat_token))
        instance.follower.step(0)
        place, number, _ = instance.hooks.pending()[0]
        instance.sender.deliver(place, number, instance.room.now)
        assert len(server.heard) == 1

    assert instance.store.document(place, "deliveries") == {}
    assert instance.store.document(place, "webhooks") == {}
    assert instance.hooks.pending() == []
