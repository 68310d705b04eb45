"""`./grubenbuch client`: keys for applications, and forgetting a player, beside a running server."""

import pytest
from click.testing import CliRunner

from events.redis_store.store import connect_redis
from service.cli import main
from service.matches.handler import Matches, Request
from service.matches.opening import Opening, open_new
from service.matches.records.people import Person
from service.players.clients import Clients
from support.servers.servers import Server, any_binary

SECRET = "a secret of thirty-two characters"


@pytest.fixture
def instance(tmp_path):
    with Server(any_binary()) as server:
        environ = {"REDIS_URL": server.url, "GRUBENBUCH_SECRET": SECRET, "DATA": str(tmp_path)}
        store = connect_redis(server.url)
        yield store, lambda *words: CliRunner().invoke(main, words, env=environ)
        store.close()


def test_a_client_gets_a_key_that_the_api_accepts_until_it_is_removed(instance):
    store, says = instance
    added = says("client", "add", "tafel")
    clients = Clients(store, SECRET.encode())

    assert clients.of_key(added.output.strip()) == "tafel"
    assert says("client", "list").output == "tafel\n"
    assert says("client", "add", "tafel").exit_code != 0
    assert says("client", "remove", "tafel").exit_code == 0
    assert clients.listed() == []
    assert says("client", "remove", "tafel").exit_code != 0


def test_whoever_runs_the_server_hands_a_name_out_again(instance):
    store, says = instance
    before = says("client", "add", "tafel").output
    says("client", "remove", "tafel")
    again = says("client", "add", "tafel")

    assert again.exit_code == 0
    assert again.output != before
    assert Clients(store, SECRET.encode()).of_key(again.output.strip()) == "tafel"


@pytest.mark.parametrize("words", [("add", "guest"), ("add", "Große"), ("erase-player", "ada")])
def test_names_that_would_mislead_are_refused(instance, words):
    _, says = instance

    assert says("client", *words).exit_code != 0


def test_a_player_is_forgotten_and_the_book_is_not(instance):
    store, says = instance
    matches = Matches(store, SECRET.encode())
    opened = open_new(matches, Opening(game="schiefer", seats=2), Request())
    matches.sit_down(opened.match, 0, "", Person(name="Ada", player="tafel/ada"), Request())
    book = store.entries(opened.match)

    assert says("client", "erase-player", "tafel/ada").output == "tafel/ada was removed from 1 matches.\n"
    assert store.document(opened.match, "people") == {"0": b'{"forgotten":true}'}
    assert store.entries(opened.match) == book
