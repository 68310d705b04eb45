"""A whole server under load whose parts are killed at random, and what must hold afterwards.

Players speak HTTP and repeat a request, with its Idempotency-Key, until it is answered. What was answered
is acknowledged: it must stand in the book, once, whatever was killed.
"""

from __future__ import annotations

import http.client
import json
import threading
import time
from dataclasses import dataclass, field
from random import Random

from service.host.server_files import cut_torn_end
from support.servers.agreement import check_agreement
from support.servers.clusters import MASTERS
from support.servers.patience import PATIENCE
from support.servers.ports import free_port
from support.servers.powercuts import WatchedServer, tracer
from support.servers.servers import DURABLE, Server, any_binary
from support.servers.worker_processes import WorkerProcesses

PARTS = ("server", "api", "dispatcher", "worker", "power")
REST = 0.02  # seconds before a player asks again
EXEC = b"*1\r\n$4\r\nEXEC\r\n"


@dataclass
class Acknowledged:
    """What players were told had been written: as (match, version, hash)."""

    entries: list[tuple[str, int, str]] = field(default_factory=list)  # of their own
    seen: list[tuple[str, int, str]] = field(default_factory=list)  # anyone's view of where a match stands

    def add(self, receipt):
        entry = receipt["entry"]
        self.entries.append((receipt["match"], entry["version"], entry["hash"]))
        self.seen.append(self.entries[-1])

    def look(self, offered):
        self.seen.append((offered["match"], offered["version"], offered["hash"]))


class CrashingInstance(WorkerProcesses):
    """Book, API, dispatcher and workers, each to be killed and started again."""

    def __init__(self, server, seed=0, cluster=None):
        super().__init__(server, cluster=cluster)
        self.random = Random(seed)
        self.acknowledged = Acknowledged()
        self.port = free_port()
        self.environ |= {"PORT": str(self.port), "WEB_WORKERS": "1", "LOG_LEVEL": "warning"}
        self.running = {name: self.begun(name) for name in ("api", "dispatcher", "worker", "worker2")}

    def begun(self, name):
        if name == "api":
            words = ("--config", "python:service.host.gunicorn_conf", "service.api.app:create_app()")
            return self.start("gunicorn", *words)
        return self.dispatcher() if name == "dispatcher" else self.worker()

    def crash(self, part):
        """kill -9, and started again at once."""
        if part == "power":
            self.power_cut()
        elif part == "server":
            self.server.kill()
            self.start_server()
        else:
            self.kill(self.running[part])
            self.running[part] = self.begun(part)

    def start_server(self):
        """As the embedded server is started."""
        cut_torn_end(self.server.folder)
        self.server.start()

    def power_cut(self):
        """Everything is gone at once; of the file only what was on the disk is left."""
        for process in self.running.values():
            self.kill(process)
        self.servers_without_power()
        self.running = {name: self.begun(name) for name in self.running}

    def servers_without_power(self):
        if isinstance(self.server, WatchedServer):
            self.server.power_cut(self.random)
        else:
            self.server.kill()
            cut_back(self.server.folder, self.random, list(self.acknowledged.seen))
        self.start_server()

    def cuts(self):
        """Bytes that each power cut took away, where that is known."""
        return getattr(self.server, "cuts", [])

    def ends(self, matches):
        for match in matches:
            self.until(self.ended, match)


class CrashingClusterInstance(CrashingInstance):
    """Its book lies on a cluster whose servers die one by one or all at once and pass partitions around."""

    def __init__(self, cluster, queue, seed=0):
        self.masters = cluster
        super().__init__(queue, seed, cluster=cluster.url)

    def crash(self, part):
        if part == "master":
            self.lost([self.random.choice(self.masters.masters)])
        elif part == "reshard":
            self.hand_about(self.random.randrange(1, 9))
        else:
            super().crash(part)

    def hand_about(self, times):
        for _ in range(times):
            partition = self.random.randrange(self.store.partition_count())
            slot = self.masters.slot(self.store._keys.feed(partition))
            self.masters.move(slot, self.random.randrange(MASTERS))

    def servers_without_power(self):
        """That of the queue as well, which may lose anything: the book says what is to be done."""
        self.server.kill()
        self.lost(self.masters.masters, WatchedServer.cut_back)
        self.start_server()

    def cuts(self):
        return [size for master in self.masters.masters for size in master.cuts]

    def lost(self, gone, then=lambda *_: None):
        for master in gone:
            master.kill()
        for master in gone:
            then(master, self.random)
            cut_torn_end(master.folder)
            master.start()
        self.masters.until(lambda: all(map(self.masters.settled, range(MASTERS))))


CLUSTER_PARTS = (*PARTS, "master", "reshard")


def power_server():
    """One that knows what was on the disk when its power failed, if this machine can tell."""
    return WatchedServer(any_binary()) if tracer() else Server(any_binary(), settings=DURABLE)


def cut_back(folder, random, seen):
    """Without a watcher: somewhere after the last write that somebody was told of."""
    [file] = folder.glob("appendonlydir/*.incr.aof")
    written = file.read_bytes()
    needed = max((end_of(written, hash_) for _, _, hash_ in seen[-40:]), default=0)
    with file.open("r+b") as half:
        half.truncate(random.randint(needed, len(written)))


def end_of(written, hash_):
    """Where the transaction ends that wrote the entry of this hash."""
    place = written.rfind(bytes.fromhex(hash_))
    assert place >= 0, "an acknowledged entry is not even in the file"
    return written.index(EXEC, place) + len(EXEC)


class Player(threading.Thread):
    """Plays two seats of a match beside a bot, then another match, until told to stop."""

    def __init__(self, instance, number):
        super().__init__(daemon=True)
        self.instance = instance
        self.random = Random(number)
        self.name = f"player-{number}"
        self.keys = 0
        self.stopping = threading.Event()
        self.matches = []
        self.failure = None

    def run(self):
        try:
            while not self.stopping.is_set():
                self.play_one()
        except Exception as failure:  # noqa: BLE001  reported to the waiter for this thread
            self.failure = failure

    def play_one(self):
        opened = self.post("/v1/matches", {"game": "schiefer", "seats": 3, "bots": BOTS})
        path, tokens = f"/v1/matches/{opened['match']}", {}
        for _ in range(2):
            seated = self.post(f"{path}/seats", {})
            tokens[seated["seat"]] = seated["seat_token"]
        self.matches.append(opened["match"])
        self.post(f"{path}/start", {}, opened["host_token"])
        while self.answer(path, tokens):
            if self.stopping.is_set():
                for token in tokens.values():
                    self.post(f"{path}/resign", {}, token)
                return

    def answer(self, path, tokens):
        """False when the match is over."""
        asked = self.ask("GET", f"{path}/commands")
        self.instance.acknowledged.look(asked)
        if asked["turn"] in tokens:
            command = self.random.choice(asked["commands"])["command"]
            self.post(f"{path}/commands", command, tokens[asked["turn"]])
        elif asked["turn"] is not None:
            time.sleep(REST)
        return asked["status"] == "running"

    def post(self, path, body, token=None):
        self.keys += 1
        key = f"{self.name}-of-this-server-{self.keys}"
        answer = self.ask("POST", path, body, token, key)
        if "entry" in answer:
            self.instance.acknowledged.add(answer)
        return answer

    def ask(self, method, path, body=None, token=None, key=None):
        """Repeats it until it is answered."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Idempotency-Key": key} if key else {}
        said = None if body is None else json.dumps(body)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            status, answer = self.once(method, path, said, headers)
            if status < 500 and status != 429:
                assert status in (200, 201), (method, path, body, status, answer)
                return json.loads(answer)
            time.sleep(REST)
        raise TimeoutError(f"{method} {path} was never answered")

    def once(self, method, path, said, headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.instance.port, timeout=20)
        try:
            connection.request(method, path, said, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return 599, b""  # nobody there, or gone before the answer
        finally:
            connection.close()


BOTS = [{"seat": 2, "mind": "random"}]


def rounds(instance, players, parts, *, longest=0.5, after=lambda *_: None):
    """Kills each part while everybody plays; returns the matches that were played."""
    for player in players:
        player.start()
    instance.until(lambda: all(player.matches for player in players))
    for number, part in enumerate(parts):
        before = len(instance.acknowledged.entries)
        instance.crash(part)
        instance.until(
            lambda before=before: len(instance.acknowledged.entries) > before or any_failed(players)
        )
        time.sleep(instance.random.random() * longest)
        after(number, part)
    for player in players:
        player.stopping.set()
    for player in players:
        player.join(PATIENCE)
        assert not player.is_alive(), "a player still waits for an answer"
        if player.failure:
            raise player.failure
    return [match for player in players for match in player.matches]


def any_failed(players):
    return any(player.failure for player in players)


def all_agree(instance):
    """How many entries there are; what was acknowledged is among them."""
    return check_agreement(instance.store, set(instance.acknowledged.seen))
