"""How many of our files one request goes through, and which borders between rooms it crosses.

./grubenbuch bench files_touched [--list]

A reader who follows a request opens these files. The way from the socket to Redis is the call stack at the
moment the append is sent: each room should stand in it once, so that the way leads there and back.
"""

import contextlib
import itertools
import sys
from pathlib import Path

from measuring.frame import run
from measuring.servers import durable_server

from events.memory_store import MemoryStore
from events.redis_store.store import RedisStore, connect_redis
from games.catalogue import GAMES
from service.api.app import build_app
from service.api.budgets import Limiter
from service.api.services import Services
from service.config import HOME, Config
from service.matches.handler import Matches

SECRET = b"a secret of thirty-two characters"
START = 4  # the version at which the game has begun
CREATED = 201
APPEND = RedisStore.append.__code__
DOOR = "service/api"
ROOMS = ("games", "events", "service", "workers")


def measure(options, sheet):
    with durable_server() as url:
        for name, trace in requests_traced(url):
            sheet.figure(name, len(trace.files), "files")
            sheet.detail(f"{name}: files of the game's own", sum(map(of_a_game, trace.files)), "files")
            print(f"    {' > '.join(trace.way_to_the_book()) or '-'}")
            if options.list:
                print(*(f"    {file}" for file in sorted(trace.files)), sep="\n")


def add_options(parser):
    parser.add_argument("--list", action="store_true", help="name the files")


class Trace:
    """The files whose code runs, and the stack at the first append."""

    def __init__(self):
        self.files = set()
        self.stack = []

    def __call__(self, frame, event, _):
        if event != "call":
            return
        file = own_file(frame)
        if file is not None:
            self.files.add(file)
        if frame.f_code is APPEND and not self.stack:
            self.stack = [own_file(above) for above in stack_from(frame)]

    def way_to_the_book(self):
        """The rooms from the door on, each as often as the way enters it."""
        rooms = (room_of(file) for file in self.stack if file is not None)
        inside = itertools.dropwhile(lambda room: room != DOOR, rooms)
        return [room for room, _ in itertools.groupby(inside)]


def own_file(frame):
    file = frame.f_code.co_filename
    with contextlib.suppress(ValueError):
        path = str(Path(file).relative_to(HOME))
        return path if path.split("/", maxsplit=1)[0] in ROOMS else None
    return None


def stack_from(frame):
    above = []
    while frame is not None:
        above.append(frame)
        frame = frame.f_back
    return reversed(above)


def of_a_game(file):
    return file.startswith(tuple(f"games/{name}/" for name in GAMES))


def room_of(file):
    parts = file.split("/")
    return "/".join(parts[:2]) if parts[0] == "service" and len(parts) > 2 else parts[0]


def requests_traced(url):
    """The second request of a kind counts: what is made once in a process has been made by then."""
    instance = Instance(url)
    for name, prepare, send in (
        ("POST .../commands", instance.choice, instance.play),
        ("undo by consent", instance.request, instance.agree),
        ("POST /matches/import", instance.foreign_book, instance.bring_in),
    ):
        send(*prepare())
        wanted = prepare()
        yield name, traced(lambda wanted=wanted, send=send: send(*wanted))
    instance.store.close()


def traced(work):
    trace = Trace()
    sys.setprofile(trace)
    try:
        work()
    finally:
        sys.setprofile(None)
    return trace


class Instance:
    """An API, and a running match of two people."""

    def __init__(self, book):
        """`book` is the address of a server, on which requests are counted as well, or a store."""
        self.store = connect_redis(book) if isinstance(book, str) else book
        config = Config(redis_url=book if isinstance(book, str) else None)
        api = Services(Matches(self.store, SECRET), config)
        self.client = build_app(api, Limiter.of(config)).test_client()
        self.match, self.tokens = self.opened()

    def post(self, path, body=None, token=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.client.post(path, json=body, headers=headers)
        assert answer.status_code == CREATED, answer.text
        return answer.json

    def opened(self):
        opened = self.post("/v1/matches", {"game": "schiefer", "seats": 2, "rated": False})
        here = f"/v1/matches/{opened['match']}"
        tokens = [self.post(f"{here}/seats", {})["seat_token"] for _ in range(2)]
        self.post(f"{here}/start", token=opened["host_token"])
        return here, tokens

    def choice(self):
        offered = self.client.get(f"{self.match}/commands").json
        return offered["commands"][-1]["command"], self.tokens[offered["turn"]]

    def play(self, command, token):
        self.post(f"{self.match}/commands", command, token)

    def request(self):
        """Goes back to the beginning of the game, as soon as the other one agrees."""
        self.play(*self.choice())
        asked = self.client.get(f"{self.match}/commands").json["turn"]
        self.post(f"{self.match}/undo", {"to": START}, self.tokens[1 - asked])  # not one's own turn: not free
        return (self.tokens[asked],)

    def agree(self, token):
        self.post(f"{self.match}/undo/answer", {"agree": True}, token)

    def foreign_book(self):
        """A match that was played in another server, which kept it in memory."""
        elsewhere = Instance(MemoryStore())
        for _ in range(20):
            elsewhere.play(*elsewhere.choice())
        return (elsewhere.client.get(f"{elsewhere.match}/export").data,)

    def bring_in(self, file):
        answer = self.client.post("/v1/matches/import", data=file, content_type="application/x-ndjson")
        assert answer.status_code == CREATED, answer.text


if __name__ == "__main__":
    run(measure, __doc__, takes=(5, 5), add_options=add_options)
