"""A page of the listing of a hundred thousand matches, and of the leaderboard of as many players.

./grubenbuch bench listing [--matches 100000] [--players 100000] [--pages 500]

Matches are opened through the store, most of them finished; pages of 50 are asked for through the whole API
(routing, guards, JSON), from the newest end on, with filters, and deep inside by following cursors. Before
each page of the leaderboard ten more matches are counted, of two players or of a player and a bot.
"""

import time
from random import Random

from measuring.first_entries import BEGAN, GAMES, MATCHES_TO_ONE_OF_PLAYER, PLAYER, first_entry
from measuring.frame import Size, run
from measuring.servers import durable_server

from events.redis_store.store import connect_redis
from service.api.app import build_app
from service.api.services import Services
from service.config import Config
from service.matches.handler import Matches
from service.matches.records.people import remember_match
from service.ratings.ratings import Ratings
from service.ratings.records import Rating, RatingChange, RatingRecords, Result

OPTION = "stall_rounds:0"
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


SIZES = {
    "--matches": Size(100_000, 600),
    "--players": Size(100_000, 600),
    "--pages": Size(500, 5, "of each kind"),
}


def measure(options, sheet):
    with durable_server(appendfsync="no") as url:
        store = connect_redis(url)
        for number in sheet.count(range(options.matches), "matches written"):
            store.append(first_entry(number))
            if number % MATCHES_TO_ONE_OF_PLAYER == 0:
                remember_match(store, PLAYER, f"m{number}")
        client = build_app(Services(Matches(store, b"s" * 32), Config())).test_client()
        asked = {name: pages(client, query) for name, query in QUERIES.items()}
        turns = sheet.count(range(options.pages), "pages of each kind")
        taken = [[next(page) for page in asked.values()] for _ in turns]  # one after the other
        for name, milliseconds in zip(asked, zip(*taken, strict=True), strict=True):
            sheet.spread(f"a page of matches, {name}", milliseconds)
        sheet.step(f"ranking {options.players:,} players")
        ranked(store, options.players)
        first, *others = boards(client, store, options)
        sheet.figure("the first page of the leaderboard of a process", first, "ms")
        sheet.spread("a page of the leaderboard", others)
        store.close()


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


if __name__ == "__main__":
    run(measure, __doc__, takes=(150, 6), sizes=SIZES)
