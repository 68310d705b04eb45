"""Servers with corrected editions, and processes that have never heard of them."""

import pytest

from events.memory_store import MemoryStore
from games.catalogue import GAMES
from service.editions.stored import EditionRecord, keep_edition
from support.api.room import Room
from support.games.corrected import corrected_imprint

NOW = 1_700_000_000_000


@pytest.fixture
def forget():
    """As in another process: only what is built in is known."""

    def forget_all():
        for game in GAMES.values():
            for edition in set(game.editions) - {game.editions.default}:
                del game.editions[edition]

    yield forget_all
    forget_all()


@pytest.fixture
def bring(forget):
    """Adds a corrected edition to a store, as the operator does."""

    def bring_into(store, game, name="my-copy", changes=None, *, offered=True, at=NOW):  # noqa: PLR0913
        imprint = corrected_imprint(game, name, changes)
        told = EditionRecord(
            name=name, digest=imprint.digest, at=at, supplied_by="Ada, from her copy", offered=offered
        )
        keep_edition(store, game, imprint.canonical, told)
        forget()
        return imprint

    return bring_into


@pytest.fixture
def play_on(bring):
    """A match of two on the corrected edition of a game, some answers long."""

    def play(game="schiefer", answers=12, store=None, **opening):
        store = store or MemoryStore()
        imprint = bring(store, game)
        room = Room(store=store, game=game, edition=imprint.id, **opening)
        room.plays(times=answers)
        return room, imprint

    return play
