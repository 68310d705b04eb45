"""The board of a game follows its ratings, whoever changes them, and reads no more than what has changed."""

from random import Random

import pytest

from events.store import ServerScope
from service.ratings import records
from service.ratings.leaderboard import Leaderboard, shown_rating
from service.ratings.ratings import BOT, Ratings, rebuild
from service.ratings.records import Result

PEOPLE = [f"player:tafel/{number}" for number in range(12)]
EVERYBODY = [*PEOPLE, "bot:random", "bot:greedy"]


@pytest.fixture
def ratings(store):
    return Ratings(store)


@pytest.fixture
def board(store):
    return Leaderboard(store, "schiefer")


def count(ratings, name, *who):
    found = Result(game="schiefer", ended_at=1, who=list(who), places=[1, 2], points=[2, 1])
    assert ratings.count(name, "schiefer", lambda: found)


def in_order(ratings, kind="all"):
    found = [
        (who, rating)
        for who, rating in ratings.records.ratings("schiefer").items()
        if kind == "all" or who.startswith(BOT) == (kind == "bots")
    ]
    return sorted(found, key=lambda item: (-shown_rating(item[1]), item[0]))


@pytest.mark.parametrize("kind", ["people", "bots", "all"])
def test_after_every_match_it_has_the_order_of_all_ratings(ratings, board, kind):
    random = Random(3)
    assert board.best(kind, 50) == []
    for number in range(60):
        count(ratings, f"m{number}", *random.sample(EVERYBODY, 2))
        if random.random() < 0.4:
            assert board.best(kind, 50) == in_order(ratings, kind)
    assert board.best(kind, 1) == in_order(ratings, kind)[:1]


def test_what_it_has_read_it_reads_no_more(ratings, board, store, monkeypatch):
    for number, who in enumerate(PEOPLE[1:]):
        count(ratings, f"m{number}", PEOPLE[0], who)
    board.best("all", 50)
    looked, look = [], store.chosen
    monkeypatch.setattr(store, "chosen", lambda *asked: looked.append(asked[2]) or look(*asked))
    monkeypatch.setattr(store, "fields", lambda *_: pytest.fail("all names were read"))

    board.best("all", 50)
    assert looked == []
    monkeypatch.setattr(
        store, "document", type(store).document.__get__(store)
    )  # the store in memory chooses of it
    count(ratings, "one-more", *PEOPLE[:2])
    board.best("all", 50)
    assert looked == [["12"], PEOPLE[:2]]


def test_who_comes_after_the_log_has_forgotten_reads_all_again(ratings, board, store, monkeypatch):
    monkeypatch.setattr(records, "CHANGES_KEPT", 4)
    count(ratings, "first", *PEOPLE[:2])
    board.best("all", 50)
    for number in range(9):
        count(ratings, f"m{number}", PEOPLE[number], PEOPLE[number + 1])

    assert len(store.fields(ServerScope("ratings"), "schiefer_changes")) == 4
    assert board.best("all", 50) == in_order(ratings)


def test_who_is_forgotten_leaves_board_and_log(ratings, board, store):
    count(ratings, "m", *PEOPLE[:2])
    count(ratings, "n", *PEOPLE[1:3])
    board.best("all", 50)
    ratings.forget(PEOPLE[0].removeprefix("player:"), ["m"])

    assert [who for who, _ in board.best("all", 50)] == [who for who, _ in in_order(ratings)]
    assert PEOPLE[0] not in dict(board.best("all", 50))
    assert PEOPLE[0] not in str(store.document(ServerScope("ratings"), "schiefer_changes"))


def test_ratings_that_were_reckoned_anew_are_all_read_again(ratings, board, store):
    count(ratings, "nowhere-in-the-book", *PEOPLE[:2])
    assert len(board.best("all", 50)) == 2
    rebuild(store)

    assert board.best("all", 50) == []
