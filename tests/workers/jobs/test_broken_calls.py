"""Calls that end badly: each has one deadline for all of it, and one whose process died is an attempt."""

import socket
import threading
import time
from contextlib import closing, contextmanager

import pytest

from service.webhooks.records import Delivery
from support.api.room import SECRET
from support.api.webhook_instance import LOOPBACK, answers, receiver
from workers.jobs import posting, webhooks
from workers.jobs.posting import call_receiver
from workers.jobs.webhooks import BROKEN_OFF, BROKEN_OFF_AFTER_MS, PAUSE_SECONDS, WebhookSender

SECONDS = 0.4
LATEST = 60.0  # a bound for a busy machine; without a deadline each of these lasts for ever
HANDSHAKE = bytes([22, 3, 3, 0x40, 0])  # a TLS record is announced that has 16 KB


@contextmanager
def line_that(behaves):
    """A server of one connection, on which bytes are sent by hand."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:

        def serve():
            try:
                with closing(listening.accept()[0]) as line:
                    behaves(line)
            except OSError:
                """The caller has hung up, as it should."""

        threading.Thread(target=serve, daemon=True).start()
        yield listening.getsockname()[1]


def drips(first):
    def behaves(line):
        line.recv(1000)
        line.sendall(first)
        while True:
            line.sendall(b"x")
            time.sleep(SECONDS / 10)

    return behaves


@pytest.mark.parametrize(
    ("scheme", "first"),
    [("https", b""), ("https", HANDSHAKE), ("http", b"HTTP/1.1 "), ("http", b"HTTP/1.1 500 no\r\n\r\n")],
)
def test_a_receiver_that_drips_is_hung_up_on_wherever_it_begins(monkeypatch, scheme, first):
    monkeypatch.setattr(posting, "POST_SECONDS", SECONDS)
    with line_that(drips(first)) as port:
        began = time.monotonic()
        answer = call_receiver(f"{scheme}://127.0.0.1:{port}/", LOOPBACK, {}, b"news")
        assert time.monotonic() - began < LATEST
    assert answer.status in {None, 500}


def test_a_receiver_that_never_shakes_hands_is_hung_up_on(monkeypatch):
    monkeypatch.setattr(posting, "POST_SECONDS", SECONDS)
    with line_that(lambda line: line.recv(1000) and time.sleep(LATEST)) as port:
        began = time.monotonic()
        answer = call_receiver(f"https://127.0.0.1:{port}/", LOOPBACK, {}, b"news")
        assert time.monotonic() - began < LATEST
    assert answer == (None, "TimeoutError: the call took too long")


def test_a_name_server_that_keeps_silent_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(posting, "POST_SECONDS", SECONDS)
    silent = threading.Event()
    monkeypatch.setattr(
        "service.webhooks.address.socket.getaddrinfo", lambda *_, **__: silent.wait(LATEST) or []
    )
    began = time.monotonic()
    answer = call_receiver("https://receiver.example/", LOOPBACK, {}, b"news")
    assert time.monotonic() - began < LATEST
    assert answer == (None, "The host cannot be found in time.")
    silent.set()


@pytest.fixture
def killed(instance, monkeypatch):
    """A delivery whose process dies in the middle of the call, and the log of its webhook."""

    def dies(*_):
        raise SystemExit

    hook = instance.hook("http://127.0.0.1:9/", "entry")
    instance.room.plays()
    instance.follower.step(0)
    [place, number, _] = instance.hooks.pending()[-1]
    with monkeypatch.context() as dying:
        dying.setattr(webhooks, "call_receiver", dies)
        with pytest.raises(SystemExit):
            instance.sender.deliver(place, number, instance.room.now)

    def log():
        [told] = [one for one in instance.log(hook) if one.number == number]
        return told

    return place, number, log


def test_a_call_that_was_broken_off_is_an_attempt_and_is_made_again(instance, killed):
    place, number, log = killed
    began = instance.room.now
    instance.room.now += BROKEN_OFF_AFTER_MS
    with receiver(answers(204)) as server:
        url = f"http://127.0.0.1:{server.server_port}/"
        instance.hooks.change(log().webhook, url=url)
        instance.sender.deliver(place, number, instance.room.now)
        assert len(server.heard) == 1
    broken, good = log().attempts
    assert (broken.at, broken.status, broken.error) == (began, None, BROKEN_OFF)
    assert (good.status, log().state, log().called_at) == (204, "delivered", None)
    assert instance.hooks.get(log().webhook).failing_since is None


def test_while_a_call_may_still_be_under_way_no_other_sender_makes_it(instance, killed):
    place, number, log = killed
    instance.room.now += BROKEN_OFF_AFTER_MS - 1
    WebhookSender(instance.store, SECRET, LOOPBACK).deliver(place, number, instance.room.now)
    assert log().attempts == ()


def test_a_delivery_that_kills_every_sender_is_given_up(instance, killed, monkeypatch):
    place, number, log = killed

    def dies(*_):
        raise SystemExit

    monkeypatch.setattr(webhooks, "call_receiver", dies)
    for _ in range(2 * len(PAUSE_SECONDS)):
        instance.room.now += 30 * 3600 * 1000
        try:
            instance.sender.deliver(place, number, instance.room.now)
        except SystemExit:
            continue
    assert (log().state, len(log().attempts)) == ("failed", len(PAUSE_SECONDS) + 1)


def test_of_two_senders_one_makes_the_call(instance):
    with receiver(answers(204)) as server:
        instance.hook(server, "entry")
        instance.room.plays()
        instance.follower.step(0)
        place, number, _ = instance.hooks.pending()[-1]
        read = instance.hooks.delivery(place, number)
        assert instance.hooks.claim(read, instance.room.now) is not None
        assert instance.hooks.claim(read, instance.room.now) is None
        instance.sender.deliver(place, number, instance.room.now)
        assert server.heard == []


def test_a_delivery_from_before_there_were_claims_can_be_claimed(instance):
    hook = instance.hook("http://127.0.0.1:9/", "entry").webhook
    old = (
        f'{{"attempts":[],"due":5,"kind":"entry","made_at":5,"match":"{instance.room.id}","number":7,"seat":null,'
        f'"state":"waiting","version":1,"webhook":"{hook.id}"}}'
    )
    instance.store.put(instance.room.id, "deliveries", {"7": old.encode()})
    read = instance.hooks.delivery(instance.room.id, 7)
    assert isinstance(read, Delivery)
    assert instance.hooks.claim(read, 9).called_at == 9
