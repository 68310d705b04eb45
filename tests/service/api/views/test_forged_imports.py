"""Books that name rules which are gone, so that nothing is decided again; what is brought in can be read."""

from random import Random

import pytest

from events.export import export_book
from events.memory_store import MemoryStore
from service.problems import BadBook
from service.verification.importing import bring_in
from support.api import api, books

NOW = 1_700_000_000_000
READ = (
    "",
    "/table",
    "/commands?lang=de",
    "/entries?limit=200",
    "/score",
    "/score.svg",
    "/statistics",
    "/export",
    "/audit",
    "/story",
    "/story?lang=de",
)


@pytest.fixture(autouse=True)
def _the_rules_are_gone(later_rules):
    later_rules(100)


def otherwise(thing, random):
    """One value in it is another."""
    if isinstance(thing, dict) and thing:
        key = random.choice(sorted(thing))
        return thing | {key: otherwise(thing[key], random)}
    if isinstance(thing, list) and thing:
        place = random.randrange(len(thing))
        return [*thing[:place], otherwise(thing[place], random), *thing[place + 1 :]]
    if type(thing) is int:
        return thing + random.choice([-99, -1, 1, 99, 10**6, 2**70])
    return random.choice([None, "", "x", 7, -1, True, [], {}])


def forged(game, random):
    told = books.plain(
        random.choice([books.play_book, books.lively, books.play_timed_book, books.begin_book])(game)
    )
    for entry in told:
        entry["rules"] = f"{game}/99"
    entry = told[random.randrange(1, len(told))]
    if random.random() < 0.3:
        entry["command"] = otherwise(entry["command"], random)
    else:
        place = random.randrange(len(entry["events"]))
        entry["events"][place] = otherwise(entry["events"][place], random)
    return export_book(books.reseal(told))


def brought_in(raw):
    """The store and the path of the match; None where it is refused."""
    store = MemoryStore()
    try:
        done = bring_in(store, raw, NOW)
    except BadBook:
        return None
    return store, f"/v1/matches/{done.place}", done.header.entries


@pytest.mark.parametrize("seed", range(36))
def test_a_forged_book_is_refused_or_can_be_read_in_every_way(seed):
    random = Random(seed)
    found = brought_in(forged(books.GAME_NAMES[seed % 3], random))
    if found is None:
        return
    store, path, entries = found
    client = api.client(store)
    for part in (*READ, f"/table?version={random.randint(1, entries)}"):
        assert client.get(path + part).status_code == 200, part


@pytest.mark.parametrize("seat", [2, 7])
def test_a_seat_that_nobody_has_is_called_by_its_number(seat):
    """An event that changes nothing, so that the fold does not stumble over it."""
    told = books.plain(books.begin_book())
    for entry in told:
        entry["rules"] = "schiefer/99"
    told[3]["events"].insert(0, {"seat": seat, "because": "refused", "type": "undo_declined"})
    store, path, _ = brought_in(export_book(books.reseal(told)))

    story = api.client(store).get(f"{path}/story").text

    assert f"Seat {seat + 1}" in story


@pytest.mark.parametrize("seat", [-99, 10**9])
def test_a_seat_that_no_match_can_have_is_refused(seat):
    told = books.plain(books.begin_book())
    told[3]["events"].insert(0, {"seat": seat, "because": "refused", "type": "undo_declined"})
    assert brought_in(export_book(books.reseal(told))) is None


def test_a_command_that_nobody_can_read_is_found():
    told = books.plain(books.begin_book())
    for entry in told:
        entry["rules"] = "schiefer/99"
    told[5]["command"]["type"] = None

    with pytest.raises(BadBook) as refusal:
        bring_in(MemoryStore(), export_book(books.reseal(told)), NOW)
    assert (refusal.value.facts["check"], refusal.value.facts["entry"]) == ("fold", 6)
