"""A desk over a store in memory, and a look at all that the store holds."""

import copy

import pytest

from events.memory_store import MemoryStore
from service.proof.judges import STARTER
from support.desk import desk


@pytest.fixture(scope="session", autouse=True)
def judges_end_with_the_tests():
    yield
    STARTER.stop()


@pytest.fixture
def store():
    return MemoryStore()


@pytest.fixture
def client(store):
    return desk.client(store)


@pytest.fixture
def table(client):
    """A match of Schiefer for two that waits for its players."""
    return desk.open_table(client)


@pytest.fixture
def running(client):
    """A match of Schiefer for two people that has begun."""
    return desk.running(client)


@pytest.fixture
def held_by():
    """All a store holds, to be compared before and after."""

    def everything(store):
        return copy.deepcopy({name: value for name, value in vars(store).items() if name != "_changed"})

    return everything


@pytest.fixture
def held(store, held_by):
    return lambda: held_by(store)
