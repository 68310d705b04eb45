"""A request that came with a key is noted once, under the match whose token was shown."""

import pytest

from service.matches.handler import Request
from service.problems import IdempotencyKeyReused
from service.webhooks.idempotency import KeyedRequest, KeyedRequests

ASKED = Request(cause="c", fingerprint="f")


@pytest.fixture
def requests(store):
    return KeyedRequests(store)


def test_a_request_is_found_once_it_was_noted(requests, store):
    assert requests.find("m", ASKED) is None
    assert requests.note("m", ASKED, 7)
    assert requests.find("m", ASKED) == KeyedRequest(fingerprint="f", at=7)
    assert store.document("m", "asked") == {"c": b'{"at":7,"fingerprint":"f","gone":false}'}


def test_of_two_that_come_together_one_is_noted(requests):
    assert requests.note("m", ASKED, 7)
    assert not requests.note("m", ASKED, 8)
    assert requests.find("m", ASKED).at == 7


def test_it_says_when_what_it_made_is_gone(requests):
    requests.note("m", ASKED, 7)
    requests.close("m", "c", "f", 7)
    assert requests.find("m", ASKED) == KeyedRequest(fingerprint="f", at=7, gone=True)


def test_a_key_is_good_for_one_request_of_one_match(requests):
    requests.note("m", ASKED, 7)
    assert requests.find("another", ASKED) is None
    with pytest.raises(IdempotencyKeyReused):
        requests.find("m", Request(cause="c", fingerprint="another"))


def test_a_request_without_a_key_is_never_found(requests, store):
    assert requests.note("m", Request(), 7)
    assert requests.find("m", Request()) is None
    assert store.document("m", "asked") == {}
