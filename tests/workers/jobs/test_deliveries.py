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
from support.desk.room import SECRET
from support.desk.webhook_house import LOOPBACK, WebhookHouse, answers, receiver
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

        for pause, seconds in zip(pauses, PAUSE_SECONDS, strict=False):
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
    monkeypatch.setattr(webhooks, "MOST_WAITING", 10)
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
    house = WebhookHouse(queue_server, store=ArchivedStore(book, archive), options={"stall_rounds": 1})
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
            dying.setattr(Webhooks, "remember", lambda *_: (_ for _ in ()).throw(StoreUnavailable("gone")))
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
    monkeypatch.setattr(posting, "POST_SECONDS", 0.3)

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
    house.sender = WebhookSender(house.store, SECRET, POLICIES["https"])
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

        assert any(work.job == "deliver" for work in house.queues.waiting())


def test_a_delivery_that_waits_is_not_asked_for_again(house):
    """Else a webhook sender that is behind would fall behind ever faster."""
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


def test_however_many_of_one_place_are_late_another_place_has_its_turn(house):
    house.hooks.remember("flooded", dict.fromkeys(range(5 * MOST_OF_LOOK), 1))
    house.hooks.remember("patient", {7: house.room.now - 1})

    asked = ask_for_deliveries(house.store, house.queues, house.room.now)

    assert asked == MOST_OF_LOOK
    assert Work("deliver", "patient", 7) in house.queues.waiting()


def test_with_more_places_than_turns_each_comes_first_at_one_look_or_another():
    late = [Pending(f"m{number}", 1, 1) for number in range(3 * MOST_OF_LOOK)]

    looks = [take_turns(late) for _ in range(100)]

    assert all(len(chosen) == MOST_OF_LOOK for chosen in looks)
    assert {one for chosen in looks for one in chosen} == set(late)


def test_what_waits_for_the_sender_takes_no_turn_from_what_does_not(house):
    late = house.room.now - 20_000
    house.hooks.remember("m", dict.fromkeys(range(2 * MOST_OF_LOOK), late))
    ask_for_deliveries(house.store, house.queues, house.room.now)

    asked = ask_for_deliveries(house.store, house.queues, house.room.now)

    assert asked == MOST_OF_LOOK
    assert len(house.queues.waiting()) == 2 * MOST_OF_LOOK


def test_news_for_a_webhook_that_rests_wait_until_it_has_rested(house):
    with receiver(answers(503)) as server:
        hook = house.hook(server, "entry")
        house.room.plays()
        house.works()
        rested = house.hooks.get(hook.webhook.id).rest_until
        jobs = house.queues.waiting()

        house.room.plays()
        house.follower.step(0)

        new = min(house.log(hook), key=lambda one: len(one.attempts))
        assert (new.attempts, new.due) == ((), rested)
        assert house.queues.waiting() == jobs


def test_a_second_job_of_the_same_attempt_does_not_call_before_it_is_due_again(house):
    with receiver(answers(500)) as server:
        hook = house.hook(server, "entry")
        house.room.plays()
        house.works()
        tried = next(one for one in house.log(hook) if one.attempts)
        house.sender.deliver(house.room.id, tried.number, house.room.now)

        assert [headers["webhook-id"] for headers, _ in server.heard].count(tried.message) == 1


def test_who_said_gone_stays_disabled_whatever_another_sender_meets(house):
    """Two senders: while one is told 410, the other still waits for its answer."""
    house.room.plays()
    with receiver(answers(410)) as server:
        hook = house.hook(server, "entry")
        house.room.plays(times=2)
        house.follower.step(0)
        first, second = [number for _, number, _ in house.hooks.pending()][:2]

        def meanwhile(handler):
            server.behave = answers(410)
            WebhookSender(house.store, SECRET, LOOPBACK).deliver(house.room.id, second, house.room.now)
            answers(500)(handler)

        server.behave = meanwhile
        house.sender.deliver(house.room.id, first, house.room.now)

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
    assert house.store.document(house.room.id, "deliveries") == {}


def test_a_delivery_to_a_receiver_that_is_busy_is_left_as_it_was(house):
    with receiver(answers(204)) as server:
        hook = house.hook(server, "entry")
        house.room.plays()
        house.follower.step(0)
        place, number, _ = house.hooks.pending()[-1]
        before = house.hooks.delivery(place, number)

        with pytest.raises(ReceiverBusy):
            WebhookSender(house.store, SECRET, LOOPBACK, lambda _: False).deliver(
                place, number, house.room.now
            )

        assert server.heard == []
        assert house.hooks.delivery(place, number) == before
        house.works()
        assert len(server.heard) >= 1
        assert {one.state for one in house.log(hook)} == {"delivered"}
