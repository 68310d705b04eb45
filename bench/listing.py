"""A page of the listing of a hundred thousand matches, and of the leaderboard of as many players.

./grubenbuch bench listing [--matches 100000] [--players 100000] [--pages 500]

Matches are opened through the store, most of them finished; pages of 50 are asked for through the whole desk
(routing, guards, JSON), from the newest end on, with filters, and deep inside by following cursors. Before
each page of the leaderboard ten more matches are counted, of two players or of a player and a bot.
"""

import argparse
import statistics
import time
from random import Random

from measuring.servers import durable_server

from events.codec import encode
from events.entry import FIRST_PREV, seal
from events.redis_book.redis_store import connect_redis
from events.store import Append
from games.match.actor import HOST
from games.match.commands import OpenMatch
from service.config import Config
from service.http.app import build_app, describe_api
from service.http.desk import Desk
from service.matches.listings import label, player_label
from service.matches.records.whereabouts import Whereabouts
from service.matches.summary import Summary
from service.matches.use_cases import Matches
from service.ratings.ratings import Ratings
from service.ratings.records import Rating, RatingChange, RatingRecords, Result

GAMES = ("schiefer", "ruhrschifffahrt", "schichtwechsel")
STATES = ("finished",) * 7 + ("running",) * 2 + ("open",)
BEGAN = 1_700_000_000_000
PLAYER = "tafel/ada"
MATCHES_TO_ONE_OF_PLAYER = 10
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
        for name, query in {
            "all": "",
            "one game": "game=schiefer",
            "one status": "status=open",
            "both": "game=schichtwechsel&status=running",
            "one player": f"player={PLAYER}",
            "all three": f"player={PLAYER}&game=schiefer&status=finished",
        }.items():
            report(name, list(pages(client, query, options.pages)))
        ranked(store, options.players)
        first, *others = boards(client, store, options)
        print(f"leaderboard  the first page of a process: {first:.0f} ms")
        report("leaderboard", others)
        store.close()


def opened(number):
    game, status = GAMES[number % len(GAMES)], STATES[number % len(STATES)]
    wanted = OpenMatch(
        game=game,
        edition="reconstructed-1",
        seats=2,
        options={},
        visibility="public",
        resigning="bot",
    )
    said = encode(
        Summary(
            game=game,
            edition="reconstructed-1",
            status=status,
            visibility="public",
            round=3,
            turn=0,
            seats=["person", "greedy"],
        )
    )
    entry = seal(
        version=1,
        at=BEGAN + number,
        actor=str(HOST),
        command=encode(wanted),
        events=b"[]",
        rules=f"{game}/1",
        cause=None,
        prev=FIRST_PREV,
    )
    labels = {label(), label(game=game), label(status=status), label(game, status)}
    if number % MATCHES_TO_ONE_OF_PLAYER == 0:
        labels |= {player_label(PLAYER), player_label(PLAYER, status)}
    return Append(match=f"m{number}", entry=entry, summary=said, labels_added=tuple(sorted(labels)))


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


def pages(client, query, count):
    """Milliseconds of each; from the end again where there are no more."""
    first = path = f"/v1/matches?{query}"
    for _ in range(count):
        begun = time.perf_counter()
        answer = client.get(path)
        yield 1000 * (time.perf_counter() - begun)
        assert answer.json["matches"]
        path = f"{first}&cursor={answer.json['next']}" if answer.json["next"] else first


def report(name, taken):
    steps = statistics.quantiles(taken, n=100)
    print(f"{name:12} {len(taken)} pages of 50: median {steps[49]:.1f} ms, p99 {steps[98]:.1f} ms")


if __name__ == "__main__":
    main()
