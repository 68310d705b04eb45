"""A page of the listing of a hundred thousand matches, and of the leaderboard of as many players.

./grubenbuch bench listing [--matches 100000] [--players 100000] [--pages 500]

Matches are opened through the store, most of them finished; pages of 50 are asked for through the whole desk
(routing, guards, JSON), from the newest end on, with filters, and deep inside by following cursors. Before
each page of the leaderboard ten more matches are counted, of two players or of a player and a bot.
"""

import argparse
import statistics
import time
from functools import cache
from random import Random

import msgspec
from measuring.servers import durable_server

from events.codec import encode
from events.entry import FIRST_PREV, seal
from events.redis_book.redis_store import connect_redis
from events.store import Append
from games.match.actor import HOST
from games.match.commands import OpenMatch, SeatedBot
from games.match.play import open_match
from games.match.state import LAWS_TODAY, Bot, Clock
from service.config import Config
from service.http.app import build_app, describe_api
from service.http.desk import Desk
from service.matches.listings import label, labels, player_label
from service.matches.records.whereabouts import Whereabouts
from service.matches.summary import summary
from service.matches.use_cases import Matches
from service.ratings.ratings import Ratings
from service.ratings.records import Rating, RatingChange, RatingRecords, Result

GAMES = ("schiefer", "ruhrschifffahrt", "schichtwechsel")
UNDO = ("off", "own", "consent", "consent", "consent", "consent", "consent")
CLOCKS = (*[None] * 9, Clock(kind="per_answer", seconds=60), Clock(kind="bank", seconds=600))
STATES = ("finished",) * 7 + ("running",) * 2 + ("open",)
BEGAN = 1_700_000_000_000
PLAYER = "tafel/ada"
OPTION = "stall_rounds:0"
MATCHES_TO_ONE_OF_PLAYER = 10
QUERIES = {
    "all": "",
    "one game": "game=schiefer",
    "one status": "status=open",
    "both": "game=schichtwechsel&status=running",
    "one player": f"player={PLAYER}",
    "all three": f"player={PLAYER}&game=schiefer&status=finished",
    "one facet": "status=open&clock=bank",
    "two facets": "status=open&clock=bank&undo=consent",
    "many facets": f"game=schiefer&status=open&free=true&undo=own&clock=none&options={OPTION}",
    "facet of all": "undo=off&clock=bank",
}
COUNTED_BETWEEN = 10
AT_ONCE = 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--pages", type=int, default=500)
    options = parser.parse_args()
    with durable_server(appendfsync="no") as url:
        store = connect_redis(url)
        begun = time.perf_counter()
        for number in range(options.matches):
            store.append(opened(number))
            if number % MATCHES_TO_ONE_OF_PLAYER == 0:
                Whereabouts(store).remember(PLAYER, f"m{number}")
        print(f"{options.matches} matches written in {time.perf_counter() - begun:.0f} s", flush=True)
        client = build_app(Desk(Matches(store, b"s" * 32), Config(), describe_api)).test_client()
        asked = {name: pages(client, query) for name, query in QUERIES.items()}
        taken = [[next(page) for page in asked.values()] for _ in range(options.pages)]  # one after the other
        for name, milliseconds in zip(asked, zip(*taken, strict=True), strict=True):
            report(name, milliseconds)
        ranked(store, options.players)
        first, *others = boards(client, store, options)
        print(f"leaderboard  the first page of a process: {first:.0f} ms")
        report("leaderboard", others)
        store.close()


def opened(number):
    """One match in ten is open, as different as those that people open; of the others little is asked."""
    match = variant(number % len(GAMES), number % len(UNDO), number % len(CLOCKS), bool(number % 4))
    said, status = summary(match), STATES[number % len(STATES)]
    listings = labels(match)
    if status != "open":
        said = msgspec.structs.replace(said, status=status)
        listings = {label(), label(match.game), label(status=status), label(match.game, status)}
    if number % MATCHES_TO_ONE_OF_PLAYER == 0:
        listings |= {player_label(PLAYER), player_label(PLAYER, status)}
    entry = seal(
        version=1,
        at=BEGAN + number,
        actor=str(HOST),
        command=b'{"type":"start_match"}',
        events=b"[]",
        rules=f"{match.game}/1",
        cause=None,
        prev=FIRST_PREV,
    )
    return Append(match=f"m{number}", entry=entry, summary=encode(said), labels_added=tuple(sorted(listings)))


@cache
def variant(game, undo, clock, rated):
    """As it stands after its opening, with the second seat free."""
    wanted = OpenMatch(
        game=GAMES[game],
        edition="reconstructed-1",
        seats=2,
        options={},
        visibility="public",
        resigning="bot",
        undo=UNDO[undo],
        clock=CLOCKS[clock],
        rated=rated,
        bots=(SeatedBot(0, Bot("greedy")),),
        laws=LAWS_TODAY,
    )
    return open_match("m", wanted, "").match


def ranked(store, players):
    """As many as asked for, of random strength."""
    random, records = Random(1), RatingRecords(store)
    for begun in range(0, players, AT_ONCE):
        numbers = range(begun, min(begun + AT_ONCE, players))
        found = {f"player:tafel/{number}": strength(random) for number in numbers}
        turn = records.turn(GAMES[0])
        assert records.change(
            RatingChange(game=GAMES[0], before=turn, turn=numbers.stop, ratings=found, logged=found)
        )


def strength(random):
    return Rating(mu=random.gauss(25, 6), sigma=random.uniform(1, 8), matches=random.randint(1, 90))


def boards(client, store, options):
    """Milliseconds of each page, while matches are counted between them."""
    ratings, random = Ratings(store), Random(2)
    for page in range(options.pages + 1):
        for number in range(COUNTED_BETWEEN):
            found = counted(random, options.players)
            ratings.count(f"c{page}-{number}", GAMES[0], lambda found=found: found)
        begun = time.perf_counter()
        answer = client.get(f"/v1/leaderboards/{GAMES[0]}?limit=50")
        yield 1000 * (time.perf_counter() - begun)
        assert len(answer.json["ranked"]) == 50


def counted(random, players):
    one = f"player:tafel/{random.randrange(players)}"
    other = random.choice([f"player:tafel/{random.randrange(players)}", "bot:greedy"])
    return Result(game=GAMES[0], ended_at=BEGAN, who=[one, other], places=[1, 2], points=[9, 5])


def pages(client, query):
    """Milliseconds of each; from the end again where there are no more."""
    first = path = f"/v1/matches?{query}"
    while True:
        begun = time.perf_counter()
        answer = client.get(path)
        yield 1000 * (time.perf_counter() - begun)
        assert answer.status_code == 200, answer.text
        path = f"{first}&cursor={answer.json['next']}" if answer.json["next"] else first


def report(name, taken):
    steps = statistics.quantiles(taken, n=100)
    print(f"{name:12} {len(taken)} pages of 50: median {steps[49]:.1f} ms, p99 {steps[98]:.1f} ms")


if __name__ == "__main__":
    main()
