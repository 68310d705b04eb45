"""Deliveries: what happens when the receiver does not play along, and when work is lost."""

import time
from contextlib import suppress

import fakeredis
import pytest

from events.archive.archive import Archive
from events.archive.archived_store import ArchivedStore
from events.redis_store.store import RedisStore
from events.store import StoreUnavailable
from service.maintenance.archiving import archive_finished
from service.matches.handler import Request
from service.monitoring.figures import figures
from service.webhooks.address import POLICIES
from service.webhooks.records import Pending, Webhooks
from support.api.room import SECRET
from support.api.webhook_instance import LOOPBACK, WebhookInstance, answers, receiver
from workers.dispatcher.follower import Follower
from workers.jobs import posting, webhooks
from workers.jobs.posting import ReceiverBusy
from workers.jobs.webhooks import (
    DISABLED_AFTER,
    MOST_OF_LOOK,
    PAUSE_SECONDS,
    WebhookSender,
    ask_for_deliveries,
    take_turns,
)
from workers.queues import Work


def test_a_failed_delivery_is_tried_again_with_growing_pauses_and_the_same_bytes(instance):
    with receiver(answers(500)) as server:
        hook = instance.hook(server, "finished")
        instance.room.resigns(0)
        instance.room.resigns(1)
        while instance.room.match.status == "running":
            instance.room.plays()
        pauses = []
        for _ in range(6):
            for _ in range(3):
                instance.works()
            [delivery] = instance.log(hook)
            pauses.append(delivery.due - instance.room.now)
            instance.room.now = delivery.due

        for pause, seconds in zip(pauses, PAUSE_SECONDS, strict=False):
            assert seconds * 1000 <= pause <= seconds * 1200
        assert len({body for _, body in server.heard}) == 1
        assert len({headers["webhook-id"] for headers, _ in server.heard}) == 1
        assert len({headers["webhook-signature"] for headers, _ in server.heard}) == 6  # of six moments


def test_a_receiver_that_comes_back_gets_what_it_missed(instance):
    with receiver(answers(503)) as server:
        hook = instance.hook(server, "entry")
        instance.room.plays(times=3)
        instance.works()
        tried = len(server.heard)
        instance.works()
        assert len(server.heard) == tried  # the others wait until the first is due again
        server.behave = answers(204)
        for _ in range(3):
            instance.room.now += 40_000
            instance.works()

        assert {one.state for one in instance.log(hook)} == {"delivered"}
        assert instance.hooks.get(hook.webhook.id).failing_since is None


def test_who_says_gone_is_never_called_again(instance):
    with receiver(answers(410)) as server:
        hook = instance.hook(server, "entry")
        instance.room.plays()
        instance.works()
        heard = len(server.heard)
        instance.room.plays()
        instance.works()

        assert len(server.heard) == heard
        assert instance.hooks.get(hook.webhook.id).disabled == "gone"


def test_who_fails_for_days_is_disabled(instance):
    with receiver(answers(500)) as server:
        hook = instance.hook(server, "entry")
        instance.room.plays()
        instance.works()
        instance.room.now += DISABLED_AFTER
        instance.works()

        assert instance.hooks.get(hook.webhook.id).disabled == "failing"
        assert "waiting" not in {one.state for one in instance.log(hook) if one.attempts}


def test_webhooks_for_which_too_much_waits_are_disabled_and_what_waits_is_dropped(instance, monkeypatch):
    monkeypatch.setattr(webhooks, "MOST_WAITING", 10)
    with receiver(answers(500)) as server:
        hook = instance.hook(server, "entry")
        instance.room.plays(times=12)
        instance.works()
        ask_for_deliveries(instance.store, instance.queues, instance.room.now)
        heard = len(server.heard)
        assert instance.hooks.get(hook.webhook.id).disabled == "failing"
        instance.room.now += 3_600_000
        instance.works()

        assert len(server.heard) == heard
    assert instance.hooks.pending() == []


def test_a_redelivery_has_the_same_id_and_gives_the_webhook_another_chance(instance):
    with receiver(answers(410)) as server:
        hook = instance.hook(server, "your_turn", "entry")
        instance.room.plays()
        instance.works()
        first = next(one for one in instance.log(hook) if one.attempts)
        server.behave = answers(204)
        instance.registry.redeliver(hook.webhook.id, first.number, Request(token=instance.room.host))
        instance.works()

        ids = [headers["webhook-id"] for headers, _ in server.heard]
        assert ids.count(first.message) == 2
        again = next(one for one in instance.log(hook) if one.number == first.number)
        assert (again.state, len(again.attempts)) == ("delivered", 2)
        assert instance.hooks.get(hook.webhook.id).disabled is None


def test_a_webhook_of_an_archived_match_is_looked_after_like_any_other(queue_server, tmp_path):
    book, archive = RedisStore(fakeredis.FakeRedis()), Archive(tmp_path)
    instance = WebhookInstance(queue_server, store=ArchivedStore(book, archive), options={"stall_rounds": 1})
    with receiver(answers(500)) as server:
        hook = instance.hook(server, "finished")
        while instance.room.match.status == "running":
            instance.room.plays()
        instance.works()
        archive_finished(book, archive, instance.room.now + 1)

        instance.room.now += 3_600_000
        instance.works()
        [told] = instance.log(hook)
        assert (told.state, len(told.attempts)) == ("waiting", 2)
        assert instance.hooks.get(hook.webhook.id).failing_since

        server.behave = answers(410)
        instance.room.now += 3_600_000
        instance.works()
        assert instance.hooks.get(hook.webhook.id).disabled == "gone"

        server.behave = answers(204)
        instance.registry.redeliver(hook.webhook.id, told.number, Request(token=instance.room.host))
        instance.works()
        [told] = instance.log(hook)
        assert (told.state, len(told.attempts)) == ("delivered", 4)
        assert instance.hooks.get(hook.webhook.id).disabled is None
    assert instance.hooks.pending() == []


def test_a_dispatcher_that_dies_between_delivery_and_reminder_leaves_nothing_lying(instance, monkeypatch):
    with receiver(answers(204)) as server:
        hook = instance.hook(server, "entry")
        instance.room.plays()
        with monkeypatch.context() as dying:
            dying.setattr(Webhooks, "remember", lambda *_: (_ for _ in ()).throw(StoreUnavailable("gone")))
            with pytest.raises(StoreUnavailable):
                instance.follower.step(0)
        assert instance.hooks.pending() == []

        instance.follower = Follower(instance.store, instance.queues, 0, clock=lambda: instance.room.now)
        instance.works()

        assert {one.state for one in instance.log(hook)} == {"delivered"}
        assert len({headers["webhook-id"] for headers, _ in server.heard}) == len(server.heard)
    assert instance.hooks.pending() == []


def test_no_redirect_is_followed(instance):
    with receiver(answers(204)) as other, receiver(answers(204)) as server:
        server.behave = answers(307, Location=f"http://127.0.0.1:{other.server_port}/")
        hook = instance.hook(server, "entry")
        instance.room.plays()
        instance.works()

        assert other.heard == []
        assert any(one.attempts[-1].status == 307 for one in instance.log(hook) if one.attempts)


def test_a_receiver_that_drips_is_hung_up_on(instance, monkeypatch):
    monkeypatch.setattr(posting, "POST_SECONDS", 0.3)

    def drips(handler):
        with suppress(OSError):
            for _ in range(1000):
                handler.wfile.write(b"H")
                time.sleep(0.02)

    with receiver(drips) as server:
        hook = instance.hook(server, "entry")
        instance.room.plays()
        instance.works()

    tried = [one for one in instance.log(hook) if one.attempts]
    assert tried
    assert all(one.attempts[0].status is None and one.attempts[0].error for one in tried)


def test_a_name_that_changes_its_mind_is_refused_at_the_delivery(instance, monkeypatch):
    number = ["93.184.215.14"]
    looked_up = lambda *_, **__: [(0, 0, 0, "", (number[0], 443))]  # noqa: E731
    monkeypatch.setattr("service.webhooks.address.socket.getaddrinfo", looked_up)
    hook = instance.hook("https://receiver.example/", "entry")
    instance.sender = WebhookSender(instance.store, SECRET, POLICIES["https"])
    number[0] = "10.0.0.1"
    instance.room.plays()
    instance.works()

    errors = {one.attempts[0].error for one in instance.log(hook) if one.attempts}
    assert errors == {"The address is not on the public internet."}


def test_whose_token_is_void_hears_nothing_more(instance):
    with receiver(answers(204)) as server:
        hook = instance.hook(server, "entry")
        instance.store.put(instance.room.id, "tokens", {hook.webhook.token: None})
        instance.room.plays()
        instance.works()

        assert server.heard == []
    assert instance.hooks.get(hook.webhook.id).disabled == "token_void"


def test_a_lost_job_is_asked_for_again(instance, queue_server):
    with receiver(answers(204)) as server:
        instance.hook(server, "entry")
        instance.room.plays()
        instance.follower.step(0)
        queue_server.flushall()
        instance.room.now += 21_000
        Follower(instance.store, instance.queues, 0, clock=lambda: instance.room.now).step(0)

        assert any(work.job == "deliver" for work in instance.queues.waiting())


def test_a_delivery_that_waits_is_not_asked_for_again(instance):
    """Else a webhook sender that is behind would fall behind ever faster."""
    instance.hook("http://127.0.0.1:9/", "your_turn")
    instance.room.plays(times=20)
    instance.follower.step(0)
    told = len(instance.hooks.pending())
    assert told > 0
    later = range(instance.room.now, instance.room.now + 300_000, 1_000)
    assert not any(ask_for_deliveries(instance.store, instance.queues, now) for now in later)


def test_only_what_left_no_trace_counts_as_asked_for_again(instance, queue_server):
    with receiver(answers(204)) as server:
        instance.hook(server, "entry")
        instance.room.plays()
        instance.works()
    assert not [key for key in figures(queue_server).jobs if key.startswith("again")]


def test_however_many_of_one_place_are_late_another_place_has_its_turn(instance):
    instance.hooks.remember("flooded", dict.fromkeys(range(5 * MOST_OF_LOOK), 1))
    instance.hooks.remember("patient", {7: instance.room.now - 1})

    asked = ask_for_deliveries(instance.store, instance.queues, instance.room.now)

    assert asked == MOST_OF_LOOK
    assert Work("deliver", "patient", 7) in instance.queues.waiting()


def test_with_more_places_than_turns_each_comes_first_at_one_look_or_another():
    late = [Pending(f"m{number}", 1, 1) for number in range(3 * MOST_OF_LOOK)]

    looks = [take_turns(late) for _ in range(100)]

    assert all(len(chosen) == MOST_OF_LOOK for chosen in looks)
    assert {one for chosen in looks for one in chosen} == set(late)


def test_what_waits_for_the_sender_takes_no_turn_from_what_does_not(instance):
    late = instance.room.now - 20_000
    instance.hooks.remember("m", dict.fromkeys(range(2 * MOST_OF_LOOK), late))
    ask_for_deliveries(instance.store, instance.queues, instance.room.now)

    asked = ask_for_deliveries(instance.store, instance.queues, instance.room.now)

    assert asked == MOST_OF_LOOK
    assert len(instance.queues.waiting()) == 2 * MOST_OF_LOOK


def test_news_for_a_webhook_that_rests_wait_until_it_has_rested(instance):
    with receiver(answers(503)) as server:
        hook = instance.hook(server, "entry")
        instance.room.plays()
        instance.works()
        rested = instance.hooks.get(hook.webhook.id).rest_until
        jobs = instance.queues.waiting()

        instance.room.plays()
        instance.follower.step(0)

        new = min(instance.log(hook), key=lambda one: len(one.attempts))
        assert (new.attempts, new.due) == ((), rested)
        assert instance.queues.waiting() == jobs


def test_a_second_job_of_the_same_attempt_does_not_call_before_it_is_due_again(instance):
    with receiver(answers(500)) as server:
        hook = instance.hook(server, "entry")
        instance.room.plays()
        instance.works()
        tried = next(one for one in instance.log(hook) if one.attempts)
        instance.sender.deliver(instance.room.id, tried.number, instance.room.now)

        assert [headers["webhook-id"] for headers, _ in server.heard].count(tried.message) == 1


def test_who_said_gone_stays_disabled_whatever_another_sender_meets(instance):
    """Two senders: while one is told 410, the other still waits for its answer."""
    instance.room.plays()
    with receiver(answers(410)) as server:
        hook = instance.hook(server, "entry")
        instance.room.plays(times=2)
        instance.follower.step(0)
        first, second = [number for _, number, _ in instance.hooks.pending()][:2]

        def meanwhile(handler):
            server.behave = answers(410)
            WebhookSender(instance.store, SECRET, LOOPBACK).deliver(
                instance.room.id, second, instance.room.now
            )
            answers(500)(handler)

        server.behave = meanwhile
        instance.sender.deliver(instance.room.id, first, instance.room.now)

    assert instance.hooks.get(hook.webhook.id).disabled == "gone"


def test_what_was_still_to_be_told_goes_with_its_webhook(instance):
    hook = instance.hook("http://127.0.0.1:9/", "entry")
    instance.room.plays()
    instance.follower.step(0)
    told = instance.hooks.pending()
    late = instance.hooks.delivery(*told[0][:2])
    instance.registry.delete(hook.webhook.id, instance.room.host)
    instance.hooks.record(late)  # a dispatcher that had not heard of it
    instance.works()

    assert instance.hooks.pending() == []
    assert instance.store.document(instance.room.id, "deliveries") == {}


def test_a_delivery_to_a_receiver_that_is_busy_is_left_as_it_was(instance):
    with receiver(answers(204)) as server:
        hook = instance.hook(server, "entry")
        instance.room.plays()
        instance.follower.step(0)
        place, number, _ = instance.hooks.pending()[-1]
        before = instance.hooks.delivery(place, number)

        with pytest.raises(ReceiverBusy):
            WebhookSender(instance.store, SECRET, LOOPBACK, lambda _: False).deliver(
                place, number, instance.room.now
            )

        assert server.heard == []
        assert instance.hooks.delivery(place, number) == before
        instance.works()
        assert len(server.heard) >= 1
        assert {one.state for one in instance.log(hook)} == {"delivered"}
