"""Dispatcher and workers for tests: real servers, real processes, and matches of bots to keep them busy."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

from events.redis_store.cluster import connect_cluster
from events.redis_store.store import connect_redis
from games.match.commands import SeatedBot, StartMatch
from games.match.state import Bot
from service.config import Config
from service.matches.folding import begin, fold_on
from service.matches.handler import Matches, Request
from service.matches.opening import Opening, open_new
from support.servers.patience import PATIENCE
from workers.queues import Queues, queue_connection

ROOT = Path(__file__).resolve().parents[3]
SECRET = "a secret of thirty-two characters"


def sheets_of(entries):
    """Which version each sheet must be of, found by following the rounds through the book."""
    due, match = {}, None
    for entry in entries:
        before = match.table.round if match else 0
        match = fold_on(match, [entry]) if match else begin(entry)
        for number in range(max(before, 1), match.table.round):
            due[f"round:{number}"] = entry.version
        if match.status == "finished":
            due["final"] = entry.version
    return due


NO_LIMITS = {setting.name.upper(): "0" for setting in fields(Config) if setting.name.endswith("_limit")}


class WorkerProcesses:
    """Book and queue on one server, in two databases, or the book on a cluster.

    Processes are started and killed by hand.
    """

    def __init__(self, server, partitions=1, cluster=None):
        self.server = server
        book = {"REDIS_URL": server.url, "PARTITIONS": str(partitions)}
        self.environ = os.environ | (book if cluster is None else {"REDIS_CLUSTER_URL": cluster})
        self.environ |= {
            "RQ_REDIS_URL": f"{server.url}?db=1",
            "GRUBENBUCH_SECRET": SECRET,
            "PYTHONPATH": str(ROOT),
            "LOG_LEVEL": "info",
        } | NO_LIMITS
        self.store = connect_cluster(cluster) if cluster else connect_redis(server.url, partitions=partitions)
        self.matches = Matches(self.store, SECRET.encode())
        self.queue_server = queue_connection(self.environ["RQ_REDIS_URL"])
        self.queues = Queues(self.queue_server)
        self.log = server.folder / "workers.log"
        self.processes = []

    def start(self, module, *words):
        """In a group of its own, so that a kill includes what it started, as the supervisor does."""
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", module, *words],
                env=self.environ,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.processes.append(process)
        return process

    def dispatcher(self):
        return self.start("workers.dispatcher")

    def worker(self):
        return self.start("workers.main")

    def kill(self, process):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.processes.remove(process)

    def stop(self, process):
        process.terminate()
        code = process.wait(PATIENCE)
        self.kill(process)
        return code

    def close(self):
        for process in list(self.processes):
            self.kill(process)
        self.store.close()
        self.queue_server.close()

    def open_match(self, *minds, people=0, visibility="public", start=True, game="schiefer", **more):
        """Bots first, then free seats. Started if nobody is missing."""
        bots = tuple(SeatedBot(seat, Bot(mind)) for seat, mind in enumerate(minds))
        opening = Opening(game=game, seats=len(bots) + people, bots=bots, visibility=visibility, **more)
        opened = open_new(self.matches, opening, Request())
        if start and not people:
            self.matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
        return opened

    def ended(self, match):
        head = self.store.head(match)
        return head is not None and head.closed

    def said(self):
        return self.log.read_text(errors="replace")

    def until(self, fact, *about):
        end = time.monotonic() + PATIENCE
        while not (seen := fact(*about)):
            assert time.monotonic() < end, (
                f"{getattr(fact, '__name__', fact)} never came true:\n{self.said()}"
            )
            time.sleep(0.02)
        return seen
