"""Client applications: only hashes of their keys are kept, and a name once given stays taken."""

import pytest

from events.store import ServerScope
from service.matches.handler import Request
from service.players.clients import Clients
from service.problems import ClientExists, ClientUnknown, IdempotencyKeyReused
from service.tokens import hash_token

KEYED = Request(cause="c", fingerprint="f")


@pytest.fixture
def clients(store):
    return Clients(store, b"a secret of thirty-two characters")


def test_a_client_is_found_by_its_name_and_by_its_key(clients):
    key = clients.add("tafel", 5).key
    assert clients.named("tafel").made_at == 5
    assert clients.of_key(key) == "tafel"
    assert clients.player(key, "ada") == "tafel/ada"
    assert clients.player(None, "ada") == "guest/ada"


def test_a_client_is_stored_with_the_hash_of_its_key(clients, store):
    key = clients.add("tafel", 5, KEYED).key
    hashed = hash_token(key).encode()
    stored = b'{"key":"' + hashed + b'","made_at":5,"name":"tafel","removed":false}'
    assert store.document(ServerScope("clients"), "names") == {"tafel": stored}
    assert store.document(ServerScope("clients"), "keys") == {hashed.decode(): b"tafel"}
    assert store.document(ServerScope("clients"), "asked") == {"c": b"f"}
    assert store.document(ServerScope("clients"), "turn") == {"turn": b"1"}


def test_the_same_request_gets_the_same_key(clients):
    first, again = clients.add("tafel", 5, KEYED), clients.add("tafel", 9, KEYED)
    assert (first.replayed, again.replayed) == (False, True)
    assert first.key == again.key
    with pytest.raises(IdempotencyKeyReused):
        clients.add("tafel", 5, Request(cause="c", fingerprint="another"))


def test_a_name_that_somebody_has_or_had_is_taken(clients):
    clients.add("tafel", 5)
    with pytest.raises(ClientExists):
        clients.add("tafel", 6)
    clients.remove("tafel")
    with pytest.raises(ClientExists):
        clients.add("tafel", 7)
    assert clients.add("tafel", 8, by_admin=True).key


def test_nobody_can_be_called_like_the_guests(clients):
    with pytest.raises(ClientExists):
        clients.add("guest", 5)


def test_the_key_of_a_removed_client_is_good_for_nothing(clients):
    key = clients.add("tafel", 5).key
    assert clients.remove("tafel")
    assert not clients.remove("tafel")
    assert clients.listed() == []
    with pytest.raises(ClientUnknown):
        clients.of_key(key)


def test_clients_are_listed_by_their_names(clients):
    for name in ("tafel", "brett"):
        clients.add(name, 5)
    assert [client.name for client in clients.listed()] == ["brett", "tafel"]
