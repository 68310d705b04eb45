"""Files are checked in processes of their own, within limits; the web process reads and writes for them."""

import os
import resource
import select
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from events.memory_store import MemoryStore
from service.config import HOME
from service.problems import BadBook, TooCostly, VerifierFailed, VerifiersBusy
from service.verification import verifier_pool as pool
from service.verification import verifier_process
from service.verification.audit import audit
from service.verification.verifier_messages import AuditMatch, Limits
from service.verification.verifier_pool import VerifierPool
from support.api import api, books
from support.api.room import Room
from support.servers.patience import PATIENCE

NOW = 1_700_000_000_000
NDJSON = "application/x-ndjson"
TWO_AT_ONCE = """
from service.verification.verifier_pool import FORK_SERVER
from gevent import joinall, monkey, spawn

monkey.patch_all()
joinall([spawn(lambda: FORK_SERVER.fork_verifier().close()) for _ in range(2)], raise_error=True)
FORK_SERVER.stop()
print("both")
"""
PLENTY = Limits(seconds=60, memory=256, patience=120)


def verifiers(most=1, **limits):
    return VerifierPool(Limits(**{"seconds": 60, "memory": 256, "patience": 120} | limits), most)


@pytest.fixture
def spent():
    """Seconds of processor time, as they were charged."""
    return []


@pytest.fixture
def raw():
    return books.file_of(books.play_book("schiefer"))


def test_a_verifier_says_what_the_same_code_says_here(raw, spent):
    forged = books.plain(books.play_book("schiefer"))
    del forged[7]["events"][-1]
    for file in (raw, raw[:-1], b"", books.file_of(books.reseal(forged))):
        assert verifiers().verify(file, MemoryStore(), spent.append) == audit(file)
    assert all(seconds > 0 for seconds in spent)
    assert len(spent) == 4


def test_a_match_of_this_server_is_read_for_the_verifier(spent):
    room = Room()
    room.plays(times=150)
    live = room.live

    verdict = verifiers().audit(AuditMatch(room.id, live.version, live.hash), room.store, spent.append)

    assert (verdict.ok, verdict.entries) == (True, live.version)
    assert live.version > 100  # more than one part


def test_an_import_is_written_by_the_web_process(raw, spent):
    store = MemoryStore()

    first = verifiers().bring_in(raw, NOW, store, spent.append)
    again = verifiers().bring_in(raw, NOW, store, spent.append)

    assert (first.new, again.new) == (True, False)
    with pytest.raises(BadBook) as refusal:
        verifiers().bring_in(raw[:-1], NOW, MemoryStore(), spent.append)
    assert refusal.value.facts["check"] == "file"


def test_nothing_is_verified_in_the_web_process(client, monkeypatch):
    def verify_here(*_, **__):
        raise AssertionError("a file was checked in the web process")

    for place in ("verifier_process.audit", "audit.audit_book", "importing.audit_book", "replay.Replay.take"):
        monkeypatch.setattr(f"service.verification.{place}", verify_here)
    raw = books.file_of(books.begin_book())
    sent = {"data": raw, "content_type": NDJSON}

    assert client.post("/v1/verify", **sent).json["ok"]
    brought = client.post("/v1/matches/import", **sent)
    assert brought.status_code == 201
    assert client.get(f"{brought.headers['Location']}/audit").json["ok"]


class TestLimits:
    def refused(self, spent, raw, **limits):
        with pytest.raises(TooCostly) as refusal:
            verifiers(**limits).verify(raw, MemoryStore(), spent.append)
        return refusal.value.facts["limit"]

    def test_of_memory(self, spent):
        assert self.refused(spent, b" " * 2_000_000, memory=1) == "memory"

    def test_of_time(self, spent, monkeypatch):
        """A verifier that waits for a web process which does not answer."""
        monkeypatch.setattr(pool, "answer_question", lambda *_: time.sleep(1.5) or b"")
        room = Room()
        live = room.live
        with pytest.raises(TooCostly) as refusal:
            verifiers(patience=1).audit(
                AuditMatch(room.id, live.version, live.hash), room.store, spent.append
            )
        assert refusal.value.facts["limit"] == "seconds"

    def test_of_processor_time(self, raw, spent):
        header, *_, last = raw.splitlines(keepends=True)
        endless = header + b'{"' + b'[{"' * 8_000_000 + last  # brackets are counted one by one

        assert self.refused(spent, endless, seconds=1, memory=4096) == "processor_seconds"
        assert spent[0] > 0.5

    @pytest.mark.parametrize(("size", "seconds"), [(0, 2), (99_999, 2), (300_000, 5), (10**9, 60)])
    def test_of_processor_time_goes_by_the_size_of_what_is_read(self, size, seconds):
        def look():
            verifier_process.TimeAllowance(60).grow(size)
            os._exit(resource.getrlimit(resource.RLIMIT_CPU)[0])

        _, status = os.waitpid(verifier_process.run_child(look), 0)
        assert os.waitstatus_to_exitcode(status) == seconds

    def test_a_small_book_that_costs_much_is_ended_long_before_the_limit_of_any(self, monkeypatch):
        monkeypatch.setattr(verifier_process, "FIRST_SECONDS", 1)

        def look():
            verifier_process.TimeAllowance(3600).grow(1000)
            while True:
                pass

        _, status = os.waitpid(verifier_process.run_child(look), 0)
        assert os.waitstatus_to_exitcode(status) == -signal.SIGXCPU

    def test_the_web_process_answers_in_words_and_goes_on(self):
        small = api.client(verifier_memory=1)

        refused = small.post("/v1/verify", data=b" " * 2_000_000, content_type=NDJSON)

        assert (refused.status_code, refused.json["code"]) == (422, "too_costly")
        assert refused.json["limit"] == "memory"
        assert small.get("/v1/matches").status_code == 200


class TestTheQueue:
    def test_one_too_many_is_refused_at_once(self, raw, monkeypatch):
        monkeypatch.setattr(pool, "MOST_WAITING", 1)
        few, begun, go_on = verifiers(most=1), threading.Event(), threading.Event()

        def hold(*_):
            begun.set()
            go_on.wait(PATIENCE)
            return audit(raw)

        monkeypatch.setattr(pool, "run_task", hold)
        threads = [
            threading.Thread(target=few._run, args=(None, raw, None, None, pool.Caller())) for _ in range(2)
        ]
        for thread in threads:
            thread.start()
        assert begun.wait(PATIENCE)
        while few._inside < 2:
            time.sleep(0.01)

        with pytest.raises(VerifiersBusy) as refusal:
            few.verify(raw, MemoryStore(), float)
        go_on.set()
        for thread in threads:
            thread.join()
        assert refusal.value.facts["retry_after"] == pool.SECONDS_UNTIL_VERIFIER
        assert few._inside == 0

    def test_a_place_that_nobody_leaves_is_not_waited_for_without_end(self, raw, monkeypatch):
        monkeypatch.setattr(pool, "QUEUE_SECONDS", 0.01)
        few = verifiers(most=1)
        with few._take_place(pool.Caller()), pytest.raises(VerifiersBusy):
            few.verify(raw, MemoryStore(), float)


class TestWhoeverLeaves:
    def test_gives_back_their_place_in_the_queue_at_once(self, raw):
        few, caller = verifiers(most=1), pool.Caller()
        with few._take_place(pool.Caller()):
            refused = []

            def wait():
                try:
                    few.verify(raw, MemoryStore(), float, caller)
                except VerifiersBusy as refusal:
                    refused.append(refusal)

            waiting = threading.Thread(target=wait)
            waiting.start()
            while few._inside < 2:
                time.sleep(0.01)
            caller.leave()
            waiting.join(PATIENCE)
            assert (len(refused), few._inside) == (1, 1)
        assert few.verify(raw, MemoryStore(), float).ok

    def test_ends_the_verifier_and_is_charged_for_it(self, raw, spent, monkeypatch):
        """The verifier waits for an answer that never comes, as if it worked without end."""
        caller, answer = pool.Caller(), pool.answer_question
        room = Room()
        live = room.live

        def leave(*asked):
            caller.leave()
            return answer(*asked)

        monkeypatch.setattr(pool, "answer_question", leave)
        one = verifiers(most=1)
        with pytest.raises(VerifierFailed):
            one.audit(AuditMatch(room.id, live.version, live.hash), room.store, spent.append, caller)
        assert len(spent) == 1
        monkeypatch.undo()
        assert one.verify(raw, MemoryStore(), spent.append).ok


def close(server):
    """As when all web processes have ended."""
    for shared in (*server._ends, server._lock):
        shared.close()


class TestWhenItDies:
    def test_it_is_started_again(self, raw, spent):
        verifiers().verify(raw, MemoryStore(), spent.append)
        before = pool.FORK_SERVER._process.pid

        os.kill(before, signal.SIGKILL)

        assert verifiers().verify(raw, MemoryStore(), spent.append).ok
        assert pool.FORK_SERVER._process.pid != before

    def test_also_in_the_middle_of_a_task(self, spent, monkeypatch):
        room, killed = Room(), []
        live, answer = room.live, pool.answer_question

        def kill_once(*asked):
            if not killed:
                killed.append(pool.FORK_SERVER._process.pid)
                os.kill(pool.FORK_SERVER._process.pid, signal.SIGKILL)
                time.sleep(0.3)  # its children are told, and end
            return answer(*asked)

        monkeypatch.setattr(pool, "answer_question", kill_once)
        assert verifiers().audit(AuditMatch(room.id, live.version, live.hash), room.store, spent.append).ok
        assert killed

    def test_two_files_that_come_first_and_at_once_hold_up_no_web_process(self):
        """In the order of gunicorn: modules are imported, then gevent replaces what waits."""
        found = subprocess.run(
            [sys.executable, "-c", TWO_AT_ONCE],
            cwd=HOME,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert found.stdout == "both\n", found.stderr

    def test_it_ends_with_its_web_process(self):
        server = pool.ForkServer()
        server.fork_verifier().close()
        process = server._process

        close(server)

        assert process.wait(PATIENCE) == 0

    def test_it_ends_when_it_was_idle_and_is_started_again(self, raw, spent, monkeypatch):
        server = pool.ForkServer(idle_seconds=0.1)
        monkeypatch.setattr(pool, "FORK_SERVER", server)
        assert verifiers().verify(raw, MemoryStore(), spent.append).ok
        idle = server._process

        assert idle.wait(PATIENCE) == 0
        assert verifiers().verify(raw, MemoryStore(), spent.append).ok
        assert server._process.pid != idle.pid
        server.stop()

    def test_it_does_not_end_while_one_of_its_verifiers_is_at_work(self):
        server = pool.ForkServer(idle_seconds=0.05)
        with server.fork_verifier() as end:  # waits for its task
            time.sleep(0.5)
            assert server._process.poll() is None
            assert select.select([end], [], [], 0)[0] == []
        assert server._process.wait(PATIENCE) == 0
        server.stop()

    def test_it_knows_no_secret(self, monkeypatch):
        monkeypatch.setenv("ADMIN_TOKEN", "a" * 32)
        server = pool.ForkServer()
        server.fork_verifier().close()
        assert b"ADMIN_TOKEN" not in Path(f"/proc/{server._process.pid}/environ").read_bytes()
        close(server)
        server._process.wait(PATIENCE)

    def test_it_is_not_started_for_ever_where_it_cannot_start(self, monkeypatch):
        monkeypatch.setattr(pool.sys, "executable", shutil.which("false"))
        monkeypatch.setattr(pool, "SECONDS_BETWEEN_LOOKS", 0.05)
        server, started = pool.ForkServer(), []
        popen = pool.subprocess.Popen
        monkeypatch.setattr(
            pool.subprocess, "Popen", lambda *args, **more: started.append(1) or popen(*args, **more)
        )

        with pytest.raises(pool.ForkServerGone):
            server.fork_verifier()

        assert len(started) == pool.TRIES_TO_START + 1
        server.stop()


SHARED_BY_TWO = """
import fcntl, os, signal, struct, sys, time
from service.verification.verifier_pool import FORK_SERVER
FORK_SERVER.prepare()
lock = FORK_SERVER.prepare()[1].fileno()

def holder():
    asked = struct.pack("hhqqi", fcntl.F_WRLCK, 0, 0, 0, 0)
    kind, *_, pid = struct.unpack("hhqqi", fcntl.fcntl(lock, fcntl.F_GETLK, asked))
    return None if kind == fcntl.F_UNLCK else pid

def serve(raw, until):
    from gevent import monkey
    monkey.patch_all()
    from events.memory_store import MemoryStore
    from service.problems import VerifierFailed
    from service.verification.verifier_messages import Limits
    from service.verification.verifier_pool import VerifierPool
    verifiers, done = VerifierPool(Limits(seconds=60, memory=256, patience=120), 1), 0
    while done < until:
        try:
            assert verifiers.verify(raw, MemoryStore(), float).ok
            done += 1
        except VerifierFailed:
            print("hit twice", flush=True)  # killed under both tries; a client may try again

raw, kills = sys.stdin.buffer.read(), int(sys.argv[1])
children = []
for _ in range(2):
    child = os.fork()
    if not child:
        serve(raw, 12)
        os._exit(0)
    children.append(child)
seen = set()
while children:
    time.sleep(0.05)
    if (pid := holder()) is not None and pid not in seen and len(seen) < kills:
        seen.add(pid)
        time.sleep(0.3)  # while both use it
        os.kill(pid, signal.SIGKILL)
    for child in list(children):
        if os.waitpid(child, os.WNOHANG)[0]:
            children.remove(child)
pid = holder()
FORK_SERVER.stop()
while os.path.exists(f"/proc/{pid}"):  # it ends with the last that could ask it
    time.sleep(0.05)
print(len(seen), pid is not None and pid not in seen)
"""


@pytest.mark.parametrize("kills", [0, 4])
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux who holds a lock")
def test_two_web_processes_share_one_and_lose_nothing_when_it_is_killed(raw, kills):
    ended = subprocess.run(
        [sys.executable, "-c", SHARED_BY_TWO, str(kills)],
        input=raw,
        capture_output=True,
        check=False,
        cwd=HOME,
        timeout=PATIENCE,
    )

    assert ended.stdout.decode().splitlines()[-1:] == [f"{kills} True"], ended.stderr.decode()


UNDER_GEVENT = """
from gevent import monkey
monkey.patch_all()
import sys
import gevent
from events.memory_store import MemoryStore
from service.verification.verifier_messages import AuditMatch, Limits
from service.verification.verifier_pool import VerifierPool

raw, turns = sys.stdin.buffer.read(), []

def count():
    while True:
        turns.append(1)
        gevent.sleep(0.001)

counting = gevent.spawn(count)
verifiers = VerifierPool(Limits(seconds=60, memory=256, patience=120), 2)
running = [gevent.spawn(verifiers.bring_in, raw, 1_700_000_000_000, MemoryStore(), float) for _ in range(4)]
gevent.joinall(running, raise_error=True)
print(len(turns), *(found.value.new for found in running))
"""


def test_under_gevent_others_have_their_turn_meanwhile(raw):
    ended = subprocess.run(
        [sys.executable, "-c", UNDER_GEVENT], input=raw, capture_output=True, check=True, cwd=HOME
    )

    turns, *new = ended.stdout.decode().split()
    assert new == ["True"] * 4
    assert int(turns) > 50


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells of both at once")
def test_a_verifier_whose_caller_has_gone_is_ended():
    here, there = socket.socketpair()
    child = verifier_process.run_child(lambda: (there.close(), time.sleep(1000)))
    there.close()

    verifier_process.wait_or_end(child, here)

    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
    here.close()
