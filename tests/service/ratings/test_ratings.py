"""Ratings: what one match changes, that it is counted once, and that the book gives the same again."""

from concurrent.futures import ThreadPoolExecutor
from itertools import permutations

import fakeredis
import pytest
from msgspec import structs

from events.archive.archive import Archive
from events.archive.archived_store import ArchivedStore
from events.redis_store.store import RedisStore, connect_redis
from events.store import ServerScope
from games.match.commands import SeatedBot, StartMatch
from games.match.seating import ResignOwnSeat
from games.match.state import Bot
from service.maintenance.archiving import archive_finished
from service.matches.handler import Matches, Request
from service.matches.opening import Opening, open_new
from service.matches.records.people import Person
from service.matches.repository import fold_match
from service.ratings.plackett_luce import Strength, update_strengths
from service.ratings.ratings import Ratings, rate_matches, rebuild, result_of
from service.ratings.records import RatingRecords, Result
from support.servers.servers import Server, any_binary
from workers.context import WorkerContext
from workers.jobs.results import count_result
from workers.queues import Queues

SECRET = b"s" * 32
RANDOM = Bot("random")


def of(game="schiefer", who=("player:ada", "player:bob"), places=(1, 2), at=1):
    return Result(game=game, ended_at=at, who=list(who), places=list(places), points=[0] * len(who))


def test_the_first_match_of_two_is_rated_as_others_rate_it():
    """The figures that other implementations of the paper give for two newcomers."""
    won, lost = update_strengths([Strength(), Strength()], [1, 2])

    assert (won.mu, lost.mu) == pytest.approx((27.63523138347365, 22.36476861652635))
    assert won.sigma == lost.sigma == pytest.approx(8.065506316323548)


def test_a_draw_of_equals_changes_nobody():
    one, other = update_strengths([Strength(), Strength()], [1, 1])

    assert one.mu == other.mu == pytest.approx(25)
    assert one.sigma == other.sigma < Strength().sigma


def test_the_better_place_never_gains_less():
    for places in permutations((1, 2, 3, 4)):
        rated = update_strengths([Strength()] * 4, places)
        by_place = [one.mu for _, one in sorted(zip(places, rated, strict=True), key=lambda pair: pair[0])]
        assert by_place == sorted(by_place, reverse=True)


def test_who_sits_where_makes_no_difference():
    strengths = [Strength(30, 3), Strength(25, 8), Strength(20, 5)]
    straight = update_strengths(strengths, [2, 1, 3])
    turned = update_strengths(strengths[::-1], [3, 1, 2])

    assert [(one.mu, one.sigma) for one in straight] == [
        pytest.approx((one.mu, one.sigma)) for one in turned[::-1]
    ]


def test_an_upset_moves_more_than_what_was_expected():
    strong, weak = Strength(35, 3), Strength(15, 3)
    expected, upset = update_strengths([strong, weak], [1, 2]), update_strengths([strong, weak], [2, 1])

    assert expected[0].mu - strong.mu < weak.mu - upset[0].mu + 20
    assert upset[1].mu - weak.mu > expected[0].mu - strong.mu


def test_people_without_an_id_are_passed_over():
    ratings = rate_matches([of(who=("player:ada", None, "bot:greedy"), places=(2, 1, 3))])

    assert set(ratings) == {"player:ada", "bot:greedy"}
    assert ratings["player:ada"].mu > 25 > ratings["bot:greedy"].mu


def test_a_match_of_one_bot_with_itself_says_nothing():
    assert rate_matches([of(who=("bot:greedy", "bot:greedy"))]) == {}


def test_who_plays_several_seats_is_counted_once_a_match():
    [ada, bot] = rate_matches([of(who=("player:ada", "bot:random", "bot:random"), places=(1, 2, 3))]).values()

    assert (ada.matches, ada.wins) == (1, 1)
    assert (bot.matches, bot.wins) == (1, 0)


def test_who_plays_several_seats_has_won_where_the_best_of_them_has():
    rated = rate_matches([of(who=("bot:random", "player:ada", "bot:random"), places=(3, 2, 1))])

    assert (rated["bot:random"].wins, rated["player:ada"].wins) == (1, 0)


@pytest.fixture
def context(store, queue_server):
    return WorkerContext(Matches(store, SECRET), Queues(queue_server), SECRET)


@pytest.fixture
def queue_server():
    return fakeredis.FakeRedis()


@pytest.mark.parametrize(
    ("bot", "name"),
    [
        (Bot("greedy"), "greedy"),
        (Bot("search"), "search"),
        (Bot("search", 500), "search"),  # what it takes if nothing is said
        (Bot("search", 10), "search:10"),
        (Bot("search", 10_000), "search:10000"),
        (Bot("level", level=3), "level3"),
        (Bot("level", level=3, personality="builder"), "level3-builder"),
    ],
    ids=str,
)
def test_bots_share_a_rating_with_those_that_choose_alike_and_think_as_long(store, bot, name):
    bots = (SeatedBot(0, bot), SeatedBot(1, RANDOM))
    opened = open_new(Matches(store, SECRET), Opening(game="schiefer", seats=2, bots=bots), Request())

    found = result_of(fold_match(store, opened.match, 1).match, {}, 1)

    assert found.who == [f"bot:{name}", "bot:random"]


def played(matches, *players, visibility="public", bot=RANDOM):
    """People who resign at once, so that their bots play the match to its end."""
    from workers.jobs.bots import answer_all  # noqa: PLC0415  the worker's part of it

    bots = (SeatedBot(len(players), bot),)
    wanted = Opening(game="schiefer", seats=len(players) + 1, bots=bots, visibility=visibility)
    opened = open_new(matches, wanted, Request())
    host = Request(token=opened.host_token)
    seated = [matches.sit_down(opened.match, None, "", Person(player=one), host) for one in players]
    tokens = [one.seat_token for one in seated]
    matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
    for token in tokens:
        matches.handle(opened.match, ResignOwnSeat(), Request(token=token))
    version = matches.store.head(opened.match).version
    answer_all(WorkerContext(matches, None, SECRET), opened.match, version, lambda: False)
    return opened.match


def test_a_finished_match_is_counted_once_however_often_the_job_runs(context, store):
    match = played(context.matches, "ada", "bob")
    version = store.head(match).version

    assert [count_result(store, match, version) for _ in range(3)] == [True, False, False]
    assert RatingRecords(store).is_counted(match)
    assert {who: one.matches for who, one in RatingRecords(store).ratings("schiefer").items()} == {
        "player:ada": 1,
        "player:bob": 1,
        "bot:random": 1,
    }


def test_what_is_not_over_is_not_counted(context, store):
    match = played(context.matches, "ada", "bob")

    assert not count_result(store, match, store.head(match).version - 1)
    assert not count_result(store, "nowhere", 3)


def test_the_book_gives_the_same_ratings_again(context, store):
    for players in (("ada", "bob"), ("bob",), ("ada",), ("ada", "bob", None)):
        match = played(context.matches, *players)
        count_result(store, match, store.head(match).version)
    before = RatingRecords(store).ratings("schiefer")
    store.put(
        ServerScope("ratings"), "schiefer", {"player:ada": None, "player:stranger": b'{"mu":1,"sigma":1}'}
    )

    assert rebuild(store)["schiefer"] == 4
    assert RatingRecords(store).ratings("schiefer") == before


def test_a_rebuild_calls_bots_what_they_are_called_today(context, store):
    """As when what tells bots apart has changed since the match was counted."""
    match = played(context.matches, "ada", bot=Bot("level", level=1))
    count_result(store, match, store.head(match).version)
    counted = RatingRecords(store).result(match)
    RatingRecords(store).keep_result(match, structs.replace(counted, who=["player:ada", "bot:level"]))
    rebuild(store)

    assert RatingRecords(store).rated("schiefer") == {"player:ada", "bot:level1"}
    assert RatingRecords(store).result(match) == counted


@pytest.fixture
def ended(context):
    """Matches of different people, in the order of their ends."""
    pairs = (("ada", "bob"), ("bob", "cora"), ("ada", "cora"), ("cora", "ada", "bob"))
    return [played(context.matches, *players) for players in pairs]


def rate_all(store, matches):
    for match in matches:
        assert count_result(store, match, store.head(match).version)
    return RatingRecords(store).ratings("schiefer")


def test_matches_that_are_counted_in_another_order_than_they_ended_give_the_same_again(store, ended):
    before = rate_all(store, [ended[2], ended[0], ended[3], ended[1]])
    rebuild(store)

    assert RatingRecords(store).ratings("schiefer") == before


def test_a_rebuild_leaves_archived_matches_in_their_files(tmp_path):
    instance = ArchivedStore(RedisStore(fakeredis.FakeRedis()), Archive(tmp_path))
    matches = Matches(instance, SECRET)
    first, second, uncounted = [played(matches, *players) for players in (("ada", "bob"), ("ada",), ("bob",))]
    for match in (first, second):
        count_result(instance, match, instance.head(match).version)
    assert archive_finished(instance.store, instance.archive, 1 << 50).matches == 3
    marks = [instance.archive.mark(match) for match in (first, second)]

    assert rebuild(instance)["schiefer"] == 3

    assert [instance.archive.mark(match) for match in (first, second)] == marks
    assert [instance.store.parts()[match] for match in (first, second)] == [{"head"}] * 2
    assert RatingRecords(instance).is_counted(uncounted)


def test_what_comes_after_a_rebuild_is_counted_after_it(store, ended):
    rate_all(store, ended[:1:-1])
    store.put(ServerScope("ratings"), "counted", {ended[3]: None})  # lost
    rebuild(store)  # counts all four: the first two were not yet

    assert RatingRecords(store).ratings("schiefer")["bot:random"].matches == 4
    before = RatingRecords(store).ratings("schiefer")
    rebuild(store)
    assert RatingRecords(store).ratings("schiefer") == before
    orders = [RatingRecords(store).result(match).order for match in ended]
    assert len(set(orders)) == 4


def test_where_all_ratings_are_lost_they_follow_the_ends_of_the_matches(store, ended):
    before = rate_all(store, ended)
    for document in ("schiefer", "counted"):
        store.put(
            ServerScope("ratings"), document, dict.fromkeys(store.fields(ServerScope("ratings"), document))
        )
    rebuild(store)

    assert RatingRecords(store).ratings("schiefer") == before


def test_who_is_forgotten_leaves_the_ratings_of_the_others_as_they_are_for_good(context, store, ended):
    before = rate_all(store, ended)
    Ratings(store).forget("ada", ended)
    del before["player:ada"]

    assert RatingRecords(store).ratings("schiefer") == before
    rebuild(store)
    assert RatingRecords(store).ratings("schiefer") == before
    assert "ada" not in str(store.document(ServerScope("ratings"), "counted"))


def test_who_is_forgotten_while_a_match_is_counted_does_not_come_back(store, ended, monkeypatch):
    match, read = ended[0], store.document

    def forgotten_meanwhile(*where):
        found = read(*where)
        monkeypatch.undo()
        store.put(match, "people", dict.fromkeys(read(match, "people")))
        for player in ("ada", "bob"):
            Ratings(store).forget(player, [match])
        return found

    monkeypatch.setattr(store, "document", forgotten_meanwhile)
    count_result(store, match, store.head(match).version)
    assert not {"player:ada", "player:bob"} & RatingRecords(store).ratings("schiefer").keys()
    assert set(RatingRecords(store).result(match).who) <= {None, "bot:greedy", "bot:random"}


def test_many_workers_at_once_count_each_match_once():
    """On a real server: the same matches by several threads, all into the same few ratings."""
    with Server(any_binary()) as server:
        store = connect_redis(server.url)
        results = {
            f"m{number}": of(places=(1 + number % 2, 2 - number % 2), at=number) for number in range(40)
        }

        def count(match):
            return Ratings(store).count(match, "schiefer", lambda: results[match])

        with ThreadPoolExecutor(6) as threads:
            counted = list(threads.map(count, [*results, *results, *results]))
        assert sum(counted) == 40
        assert {one.matches for one in RatingRecords(store).ratings("schiefer").values()} == {40}
        store.close()
