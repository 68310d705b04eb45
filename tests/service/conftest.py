"""An API over a store in memory, and a look at all that the store holds."""

import copy

import pytest

from events.memory_store import MemoryStore
from games.catalogue import GAMES
from service.verification.verifier_pool import FORK_SERVER
from support.api import api, books


@pytest.fixture(scope="session", autouse=True)
def verifiers_end_with_the_tests():
    yield
    FORK_SERVER.stop()


@pytest.fixture
def store():
    return MemoryStore()


@pytest.fixture
def client(store):
    return api.client(store)


@pytest.fixture
def table(client):
    """A match of Schiefer for two that waits for its players."""
    return api.open_table(client)


@pytest.fixture
def running(client):
    """A match of Schiefer for two people that has begun."""
    return api.running(client)


@pytest.fixture
def held_by():
    """All a store holds, to be compared before and after."""

    def everything(store):
        return copy.deepcopy({name: value for name, value in vars(store).items() if name != "_changed"})

    return everything


@pytest.fixture
def held(store, held_by):
    return lambda: held_by(store)


@pytest.fixture
def later_rules(monkeypatch):
    """As if the program had come to this version of the rules of every game; no earlier one is left."""

    def come_to(version):
        for game in GAMES.values():
            monkeypatch.setitem(vars(game), "version", version)
            rules_name = f"{game.name}/{version}"
            monkeypatch.setitem(vars(game), "rules_name", rules_name)  # remembered once it was asked for

    yield come_to
    for make in (books.play_book, books.begin_book, books.lively, books.play_timed_book):
        make.cache_clear()  # what was played meanwhile names those rules
