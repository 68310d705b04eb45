"""What bots have learned of an edition lies beside it, and only matches on it are judged by it."""

import pytest

from events.memory_store import MemoryStore
from games.catalogue import GAMES
from service.editions.records import HouseEditions
from support.desk.room import Room
from workers.jobs.bots import learn_edition
from workers.minds.outlook import WORTHS, WORTHS_OF_EDITIONS, foresee_points, worths_of
from workers.station import Station

HALVED = {2: {"points": (0.5, 0.5), "mines": (1.0, 1.0)}}


@pytest.fixture
def forget_worths():
    yield
    WORTHS_OF_EDITIONS.clear()


def test_what_was_learned_of_an_edition_is_taken_up_by_whoever_plays_on_it(bring, forget_worths):
    store = MemoryStore()
    imprint = bring(store, "schiefer")
    room = Room(store=store, edition=imprint.id)
    room.plays(times=40)
    game, table = GAMES["schiefer"], room.match.table
    before = foresee_points(game, table)
    HouseEditions(store).keep_worths("schiefer", imprint.id, HALVED)

    learn_edition(Station(room.matches, None, b""), "schiefer", imprint.id)

    assert worths_of("schiefer", imprint.id) == HALVED
    assert foresee_points(game, table) != before
    assert worths_of("schiefer", "reconstructed-1") == WORTHS["schiefer"]


def test_of_an_edition_nobody_has_tried_what_is_known_of_the_default_is_used(bring, forget_worths):
    store = MemoryStore()
    imprint = bring(store, "schiefer")
    room = Room(store=store, edition=imprint.id)
    learn_edition(Station(room.matches, None, b""), "schiefer", imprint.id)
    assert worths_of("schiefer", imprint.id) == WORTHS["schiefer"]
