"""A request that came with a key is noted once, under the match whose token was shown."""

import pytest

from service.matches.handler import Request
from service.problems import IdempotencyKeyReused
from service.webhooks.records import KeyedRequest, find_request, note_request

ASKED = Request(cause="c", fingerprint="f")


def test_a_request_is_found_once_it_was_noted(store):
    assert find_request(store, "m", ASKED) is None
    assert note_request(store, "m", ASKED, 7)
    assert find_request(store, "m", ASKED) == KeyedRequest(fingerprint="f", at=7)
    assert store.document("m", "asked") == {"c": b'{"at":7,"fingerprint":"f","gone":false}'}


def test_of_two_that_come_together_one_is_noted(store):
    assert note_request(store, "m", ASKED, 7)
    assert not note_request(store, "m", ASKED, 8)
    assert find_request(store, "m", ASKED).at == 7


def test_a_key_is_good_for_one_request_of_one_match(store):
    note_request(store, "m", ASKED, 7)
    assert find_request(store, "another", ASKED) is None
    with pytest.raises(IdempotencyKeyReused):
        find_request(store, "m", Request(cause="c", fingerprint="another"))


def test_a_request_without_a_key_is_never_found(store):
    assert note_request(store, "m", Request(), 7)
    assert find_request(store, "m", Request()) is None
    assert store.document("m", "asked") == {}
