"""Three ways through the server, walked on the running app: which functions are entered, in which order."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import fakeredis
from rq.serializers import JSONSerializer

from events.redis_store.store import RedisStore
from service.api.app import build_app
from service.api.context import recall_commands
from service.config import HOME
from support.api.api import SECRET, TableOverHttp, open_table, running, services
from support.docs.vocabulary import definitions
from workers import main
from workers.context import WorkerContext
from workers.dispatcher.follower import Follower
from workers.jobs import bots
from workers.queues import Queues

OURS = tuple(f"{HOME / room}/" for room in ("games", "events", "service", "workers"))
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
_HOP = re.compile(r"^\d+\. ", re.MULTILINE)
_QUOTE = re.compile(r"`(?:([\w/]+\.py): )?(\w+)`")


class Entered(NamedTuple):
    """A call of a function of ours."""

    path: str
    names: tuple[str, ...]  # its own, and those of what it is defined in

    def is_at(self, path: str, name: str) -> bool:
        return self.path == path and name in self.names


def hops(page: str, title: str) -> list[tuple[str, str]]:
    """Path and function of each hop of a walk, in order."""
    _, *parts = _SECTION.split(page)
    walk = dict(zip(parts[::2], parts[1::2], strict=True))[title]
    return [name for hop in _HOP.split(walk)[1:] for name in _names(hop)]


def _names(hop: str) -> Iterator[tuple[str, str]]:
    """`path.py: function`, and after it any `function` of the same file."""
    here = None
    for path, name in _QUOTE.findall(hop):
        here = path or here
        if path or (here and name in definitions(here)):
            yield here, name


def missed(named: list[tuple[str, str]], entered: list[Entered]) -> Iterator[str]:
    """Hops that are not met in this order."""
    place = 0
    for path, name in named:
        met = next((i for i in range(place, len(entered)) if entered[i].is_at(path, name)), None)
        if met is None:
            yield f"{path}: {name}"
        else:
            place = met


def trace(walk: Callable[[], Any]) -> list[Entered]:
    found: list[Entered] = []

    def note(frame: Any, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OURS):
            path = Path(code.co_filename).relative_to(HOME).as_posix()
            found.append(Entered(path, tuple(code.co_qualname.split("."))))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        walk()
    finally:
        sys.setprofile(before)
    return found


def two_people(**terms: Any) -> TableOverHttp:
    """With a clock, so that the way of time is walked too."""
    clock = {"kind": "per_answer", "seconds": 600}
    return running(build_app(services(RedisStore(fakeredis.FakeRedis()))).test_client(), clock=clock, **terms)


def walk_a_command() -> list[Entered]:
    """A person's answer to the game's question."""
    table = two_people()
    offered = table.offered()
    chosen, token = offered["commands"][0]["command"], table.seats[offered["turn"]]
    recall_commands.cache_clear()  # the same words may have been read before, for another test
    return trace(lambda: table.post("/commands", chosen, token))


def walk_an_undo() -> list[Entered]:
    """Both have answered; one asks to go back, the other agrees."""
    table = two_people(rated=False)  # luck was drawn since
    before = table.get().json["version"]
    table.play(4)
    asked = trace(lambda: table.post("/undo", {"to": before}, table.seats[0]))
    return asked + trace(lambda: table.post("/undo/answer", {"agree": True}, table.seats[1]))


def walk_a_bots_answer(monkeypatch: Any) -> list[Entered]:
    """A question is put to a bot; dispatcher and worker see to its answer."""
    home, queue_server = services(RedisStore(fakeredis.FakeRedis())), fakeredis.FakeRedis()
    queues = Queues(queue_server)
    context = WorkerContext(home.matches, queues, SECRET)
    monkeypatch.setattr(main, "get_context", lambda: context)
    monkeypatch.setattr(bots, "get_context", lambda: context)
    table = open_table(build_app(home).test_client(), bots=[{"seat": 1, "mind": "greedy"}])
    table.sit()
    table.start()
    while table.offered()["turn"] == 0:
        table.play(1)
    follower = Follower(home.matches.store, queues, partition=0)
    worker = main.JobWorker(["bots"], connection=queue_server, serializer=JSONSerializer)
    dispatched = trace(lambda: follower.step(wait_ms=0))
    return dispatched + trace(lambda: worker.work(burst=True, logging_level="WARNING"))
