"""Webhooks and their deliveries lie where they are looked for: in their match, or with their player."""

from concurrent.futures import ThreadPoolExecutor

import fakeredis
import pytest

from events.redis_store.store import RedisStore
from events.store import ServerScope
from service.matches.handler import Request
from service.matches.records.people import scope_of_player
from service.webhooks.records import Delivery, Webhook, Webhooks, find_request, scope_of_webhook

OF_MATCH, OF_PLAYER = "wh_m_0123456789ab", f"wh_{scope_of_player('tafel/ada')}_0123456789ab"


def webhook(id_=OF_MATCH, **fields):
    needed = {"scope": "match", "role": "host", "player": None, "token": "aa", "url": "https://example.org/"}
    return Webhook(**{**needed, "id": id_, "match": "m", "kinds": ("entry",), "made_at": 5, **fields})


def delivery(number, **fields):
    needed = {"webhook": OF_MATCH, "kind": "entry", "match": "m", "version": number, "seat": None}
    return Delivery(**{**needed, "number": number, "made_at": number, **fields})


@pytest.fixture
def hooks(store):
    return Webhooks(store)


def test_a_webhook_is_found_by_its_id_and_at_its_place(hooks):
    hooks.keep(webhook())
    hooks.keep(webhook(OF_PLAYER, scope="player"))
    assert hooks.get(OF_MATCH) == webhook()
    assert hooks.at("m") == [webhook()]
    assert [one.id for one in hooks.at(scope_of_player("tafel/ada"))] == [OF_PLAYER]
    assert hooks.scopes() == {"m", scope_of_webhook(OF_PLAYER)}


def test_an_id_that_was_never_given_leads_nowhere(hooks):
    assert hooks.get("wh_m_ffffffffffff") is None
    assert hooks.get("nonsense") is None


def test_a_webhook_is_stored_with_its_place_listed(hooks, store):
    hooks.keep(webhook())
    assert store.document(ServerScope("webhooks"), "places") == {"m": b"1"}
    assert list(store.document("m", "webhooks")) == [OF_MATCH]
    assert store.document("m", "webhooks")[OF_MATCH].startswith(b'{"cause":null,"disabled":null,')


def test_a_change_leaves_the_other_fields_as_they_are(hooks):
    hooks.keep(webhook())
    hooks.change(OF_MATCH, disabled="gone")
    assert hooks.get(OF_MATCH) == webhook(disabled="gone")


def test_what_was_dropped_is_not_brought_back_by_a_change(hooks):
    hooks.keep(webhook())
    hooks.drop(webhook())
    hooks.change(OF_MATCH, disabled="gone")
    assert hooks.get(OF_MATCH) is None
    assert hooks.scopes() == set()


def test_a_place_stays_listed_as_long_as_one_of_its_webhooks_is_there(hooks):
    other = webhook("wh_m_ba9876543210", made_at=6)
    hooks.keep(webhook())
    hooks.keep(other)
    hooks.drop(webhook())
    assert hooks.at("m") == [other]
    assert hooks.scopes() == {"m"}


def test_dropping_a_webhook_closes_the_request_that_made_it(hooks, store):
    hooks.keep(webhook(cause="c", fingerprint="f"))
    hooks.drop(webhook(cause="c", fingerprint="f"))
    assert find_request(store, "m", Request(cause="c", fingerprint="f")).gone


def test_a_delivery_is_expected_once(hooks, store):
    assert hooks.expect(delivery(7))
    assert not hooks.expect(delivery(7))
    assert hooks.delivery("m", 7) == delivery(7)
    assert hooks.pending() == [("m", 7, 7)]
    assert store.document(ServerScope("webhooks"), "pending") == {"m.7": b"7"}


def test_a_delivery_that_is_done_with_waits_no_more_and_stays_in_the_log(hooks):
    hooks.expect(delivery(7))
    hooks.record(delivery(7, state="delivered"))
    assert hooks.pending() == []
    assert hooks.deliveries(OF_MATCH) == [delivery(7, state="delivered")]


def test_a_log_is_read_from_its_newest_and_keeps_so_many_that_are_done_with(hooks):
    for number in range(1, 6):
        hooks.expect(delivery(number, state="delivered" if number > 1 else "waiting", due=9))
    hooks.prune("m", 2)
    assert [one.number for one in hooks.deliveries(OF_MATCH)] == [5, 4, 1]


def test_deliveries_of_a_place_that_are_called_at_the_same_moment_are_all_claimed():
    """They lie in one hash, and Redis watches no smaller thing."""
    hooks = Webhooks(RedisStore(fakeredis.FakeRedis()))
    waiting = [delivery(number) for number in range(40)]
    hooks.expect_all("m", waiting)

    with ThreadPoolExecutor(20) as senders:
        claimed = list(senders.map(lambda one: hooks.claim(one, 99), waiting))
        again = list(senders.map(lambda one: hooks.claim(one, 100), waiting))

    assert [one.called_at for one in claimed] == [99] * len(waiting)
    assert again == [None] * len(waiting)


def test_a_delivery_that_is_forgotten_is_neither_in_the_log_nor_pending(hooks):
    hooks.expect(delivery(7))
    hooks.forget("m", 7)
    assert hooks.delivery("m", 7) is None
    assert hooks.pending() == []
