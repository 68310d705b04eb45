"""Kills every kind of process with -9 while bots play, and checks that nothing is lost or done twice.

Book and queue have a server each. It kills the dispatcher, a worker, the webhook sender, the queue's
server, the book's server and the API; each is started again at once. A worker has no child process to
kill: its jobs run in the process itself.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from contextlib import ExitStack, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random

from games.catalogue import GAMES
from games.match.commands import StartMatch
from service.matches.handler import Request
from service.matches.records.sheets import SHEETS
from service.monitoring.figures import figures
from service.ratings.ratings import rebuild
from service.ratings.records import RatingRecords
from service.webhooks.address import POLICIES
from service.webhooks.registry import Registry, WebhookRequest
from support.servers.ports import free_port
from support.servers.servers import Server, any_binary
from support.servers.worker_processes import SECRET, WorkerProcesses, sheets_of
from workers.jobs.results import count_result, sheets_at
from workers.outages import SERVER_GONE
from workers.queues import queue_connection

MINDS = ("random", "greedy")
STUCK = 60.0  # seconds in which nothing moves
VICTIMS = ("dispatcher", "worker", "webhook-sender", "queue server", "book server", "api")


class Heard(BaseHTTPRequestHandler):
    timeout = 5  # a webhook sender killed in mid-sentence says no more

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append((self.headers["webhook-id"], json.loads(body)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


class Receiver(ThreadingHTTPServer):
    daemon_threads = False  # closing it waits until every connection is closed
    heard: list[tuple[str, dict]]


class Matrix:
    def __init__(self, stack: ExitStack, seed: int) -> None:
        self.luck = Random(seed)
        self.book, self.queue = (stack.enter_context(Server(any_binary())) for _ in range(2))
        self.workers = WorkerProcesses(self.book)
        stack.callback(self.workers.close)
        self.queue_server = queue_connection(self.queue.url)
        stack.callback(self.queue_server.close)
        self.workers.environ |= {
            "RQ_REDIS_URL": self.queue.url,
            "WEBHOOK_ADDRESSES": "loopback",
            "DATA": str(self.book.folder / "data"),
            "PORT": str(free_port()),
        }
        self.receiver = Receiver(("127.0.0.1", 0), Heard)
        self.receiver.heard = []
        threading.Thread(target=self.receiver.serve_forever, daemon=True).start()
        stack.callback(self.receiver.server_close)
        stack.callback(self.receiver.shutdown)
        self.registry = Registry(self.workers.matches, SECRET.encode(), POLICIES["loopback"])
        self.kills: Counter[str] = Counter()
        self.entries = 0
        self.due: dict[str, dict[str, int]] = {}
        self.running = {
            name: self.started(name) for name in ("dispatcher", "worker", "webhook-sender", "api")
        }
        self.others = [
            self.workers.start("workers.main", "bots", "scores", "bots_on"),
            self.workers.dispatcher(),
        ]

    def started(self, name: str):
        if name == "dispatcher":
            return self.workers.dispatcher()
        if name == "worker":
            return self.workers.start("workers.main", "bots", "scores", "bots_on")
        if name == "webhook-sender":
            return self.workers.start("workers.webhook_sender")
        return self.workers.start(
            "gunicorn", "--config", "python:service.host.gunicorn_conf", "service.api.app:create_app()"
        )

    def open(self) -> str:
        """Repeats while a server is gone, as a client would."""
        while True:
            with suppress(*SERVER_GONE):
                minds, game = self.luck.choices(MINDS, k=2), self.luck.choice(list(GAMES))
                opened = self.workers.open_match(*minds, game=game, start=False)
                url = f"http://127.0.0.1:{self.receiver.server_port}/"
                wanted = WebhookRequest(opened.match, "match", url, ("finished",))
                self.registry.register(wanted, Request(token=opened.host_token))
                self.workers.matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
                return opened.match
            time.sleep(0.1)

    def strike(self, victim: str) -> None:
        self.kills[victim] += 1
        if victim.endswith("server"):
            server = self.book if victim.startswith("book") else self.queue
            server.kill()
            server.start()
        else:
            self.workers.kill(self.running[victim])
            self.running[victim] = self.started(victim)

    def ended(self, match: str) -> bool:
        with suppress(*SERVER_GONE):
            return self.workers.ended(match)
        return False

    def settled(self, match: str) -> bool:
        """Its sheets, its rating and its delivery are there."""
        with suppress(*SERVER_GONE):
            store = self.workers.store
            counted = RatingRecords(store).result(match)
            told = any(news["data"]["match"] == match for _, news in self.receiver.heard)
            kept = set(SHEETS.keys(store, match))
            return bool(counted and told and kept == set(self.sheets(match)))
        return False

    def sheets(self, match: str) -> dict[str, int]:
        """The version each must be of; the match is over, so that never changes."""
        if match not in self.due:
            self.due[match] = sheets_of(self.workers.store.entries(match))
        return self.due[match]

    def wait(self, what, matches: list[str]) -> float:
        """The longest time in which nothing was written and nothing became true."""
        left, moved, longest, seen = set(matches), time.monotonic(), 0.0, self.written()
        while left:
            done = {match for match in left if what(match)}
            now, then = time.monotonic(), self.written()
            if done or then != seen:
                longest, moved, left, seen = max(longest, now - moved), now, left - done, then
            if now - moved > STUCK:
                raise AssertionError(f"stuck, not {what.__name__}: {sorted(left)[:5]}\n{self.tail()}")
            time.sleep(0.2)
        return longest

    def written(self) -> int:
        """Entries in the whole book, and sheets and ratings made; the last count while a server is gone.

        Sheets come before bots that play among themselves, so after a crowd of them has ended bots may wait.
        """
        with suppress(*SERVER_GONE):
            jobs = figures(self.queue_server).jobs
            made = sum(jobs.get(f"done:{kind}", 0) for kind in ("score", "rate"))
            self.entries = self.workers.store.feed_end(0) + int(made)
        return self.entries

    def tail(self) -> str:
        return "\n".join(self.workers.said().splitlines()[-40:])

    def check(self, matches: list[str]) -> None:
        store = self.workers.store
        for match in matches:
            causes = [entry.cause for entry in store.entries(match) if entry.actor.startswith("bot:")]
            assert len(set(causes)) == len(causes), f"{match}: an answer stands twice"
            version = store.head(match).version
            kept = {name: json.loads(sheet) for name, sheet in store.document(match, SHEETS.name).items()}
            assert {name: sheet["version"] for name, sheet in kept.items()} == self.sheets(match)
            assert kept["final"]["totals"] == sheets_at(store, match, version)["final"].totals
            assert not count_result(store, match, version), f"{match} was not counted"
        self.check_ratings(matches)
        ids = {message for message, _ in self.receiver.heard}
        assert len(ids) == len(matches), f"{len(ids)} deliveries for {len(matches)} matches"
        assert Counter(news["type"] for _, news in self.receiver.heard).keys() == {"finished"}

    def check_ratings(self, matches: list[str]) -> None:
        store, table = self.workers.store, RatingRecords(self.workers.store)
        assert table.results().keys() == set(matches)
        orders = [(found.game, found.order) for match in matches if (found := table.result(match))]
        assert len(set(orders)) == len(matches), "two matches were counted as the same one"
        counted = {game: table.ratings(game) for game in GAMES}
        rebuild(store)
        assert {game: table.ratings(game) for game in GAMES} == counted, "the book gives other ratings"


def run_kills(matches: int, seed: int, every: float, kills: int) -> dict[str, object]:
    """This many kills while they play, the first of each kind in random order."""
    with ExitStack() as stack:
        matrix, began = Matrix(stack, seed), time.monotonic()
        opened = [matrix.open() for _ in range(matches)]
        victims = matrix.luck.sample(VICTIMS, len(VICTIMS))
        for victim in victims + matrix.luck.choices(VICTIMS, k=max(kills - len(VICTIMS), 0)):
            time.sleep(matrix.luck.uniform(0.3, 1.7) * every)
            matrix.strike(victim)
        longest = max(matrix.wait(matrix.ended, opened), matrix.wait(matrix.settled, opened))
        matrix.check(opened)
        return {
            "matches": len(opened),
            "kills": dict(matrix.kills),
            "seconds": round(time.monotonic() - began, 1),
            "longest_standstill_after_the_kills": round(longest, 1),
            "calls_repeated_under_the_same_id": len(matrix.receiver.heard) - len(opened),
        }
