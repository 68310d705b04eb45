"""Files are looked at in processes of their own, within limits; the desk only reads and writes for them."""

import os
import resource
import select
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
from service.problems import BadBook, JudgeFailed, JudgesBusy, TooCostly
from service.verification import judge, judgements
from service.verification import judges as court
from service.verification.audit import audit
from service.verification.judge_messages import AuditMatch, Limits
from service.verification.judgements import TimeAllowance
from service.verification.judges import Judges
from support.desk import books, desk
from support.desk.room import Room
from support.servers.patience import PATIENCE

NOW = 1_700_000_000_000
NDJSON = "application/x-ndjson"
TWO_AT_ONCE = """
from service.verification.judges import STARTER
from gevent import joinall, monkey, spawn

monkey.patch_all()
joinall([spawn(lambda: STARTER.start_judge().close()) for _ in range(2)], raise_error=True)
STARTER.stop()
print("both")
"""
PLENTY = Limits(seconds=60, memory=256, patience=120)


def judges(most=1, **limits):
    return Judges(Limits(**{"seconds": 60, "memory": 256, "patience": 120} | limits), most)


@pytest.fixture
def spent():
    """Seconds of processor time, as they were charged."""
    return []


@pytest.fixture
def raw():
    return books.file_of(books.play_book("schiefer"))


def test_a_judge_says_what_the_same_code_says_here(raw, spent):
    forged = books.plain(books.play_book("schiefer"))
    del forged[7]["events"][-1]
    for file in (raw, raw[:-1], b"", books.file_of(books.reseal(forged))):
        assert judges().verify(file, MemoryStore(), spent.append) == audit(file)
    assert all(seconds > 0 for seconds in spent)
    assert len(spent) == 4


def test_a_match_of_this_house_is_read_for_the_judge(spent):
    room = Room()
    room.plays(times=150)
    live = room.live

    verdict = judges().audit(AuditMatch(room.id, live.version, live.hash), room.store, spent.append)

    assert (verdict.ok, verdict.entries) == (True, live.version)
    assert live.version > 100  # more than one part


def test_an_import_is_written_by_the_desk(raw, spent):
    store = MemoryStore()

    first = judges().bring_in(raw, NOW, store, spent.append)
    again = judges().bring_in(raw, NOW, store, spent.append)

    assert (first.new, again.new) == (True, False)
    with pytest.raises(BadBook) as refusal:
        judges().bring_in(raw[:-1], NOW, MemoryStore(), spent.append)
    assert refusal.value.facts["check"] == "file"


def test_nothing_is_judged_in_the_process_of_the_desk(client, monkeypatch):
    def judge_here(*_, **__):
        raise AssertionError("a file was looked at in the desk")

    for place in ("judgements.audit", "audit.audit_book", "importing.audit_book", "replay.Replay.take"):
        monkeypatch.setattr(f"service.verification.{place}", judge_here)
    raw = books.file_of(books.begin_book())
    sent = {"data": raw, "content_type": NDJSON}

    assert client.post("/v1/verify", **sent).json["ok"]
    brought = client.post("/v1/matches/import", **sent)
    assert brought.status_code == 201
    assert client.get(f"{brought.headers['Location']}/audit").json["ok"]


class TestLimits:
    def refused(self, spent, raw, **limits):
        with pytest.raises(TooCostly) as refusal:
            judges(**limits).verify(raw, MemoryStore(), spent.append)
        return refusal.value.facts["limit"]

    def test_of_memory(self, spent):
        assert self.refused(spent, b" " * 2_000_000, memory=1) == "memory"

    def test_of_time(self, spent, monkeypatch):
        """A judge that waits for a desk which does not answer."""
        monkeypatch.setattr(court, "answer_judge", lambda *_: time.sleep(1.5) or b"")
        room = Room()
        live = room.live
        with pytest.raises(TooCostly) as refusal:
            judges(patience=1).audit(AuditMatch(room.id, live.version, live.hash), room.store, spent.append)
        assert refusal.value.facts["limit"] == "seconds"

    def test_of_processor_time(self, raw, spent):
        header, *_, last = raw.splitlines(keepends=True)
        endless = header + b'{"' + b'[{"' * 8_000_000 + last  # brackets are counted one by one

        assert self.refused(spent, endless, seconds=1, memory=4096) == "processor_seconds"
        assert spent[0] > 0.5

    @pytest.mark.parametrize(("size", "seconds"), [(0, 2), (99_999, 2), (300_000, 5), (10**9, 60)])
    def test_of_processor_time_goes_by_the_size_of_what_is_read(self, size, seconds):
        def look():
            TimeAllowance(60).grow(size)
            os._exit(resource.getrlimit(resource.RLIMIT_CPU)[0])

        _, status = os.waitpid(judge.run_child(look), 0)
        assert os.waitstatus_to_exitcode(status) == seconds

    def test_a_small_book_that_costs_much_is_ended_long_before_the_limit_of_any(self, monkeypatch):
        monkeypatch.setattr(judgements, "FIRST_SECONDS", 1)

        def look():
            TimeAllowance(3600).grow(1000)
            while True:
                pass

        _, status = os.waitpid(judge.run_child(look), 0)
        assert os.waitstatus_to_exitcode(status) == -signal.SIGXCPU

    def test_the_desk_answers_in_words_and_goes_on(self):
        small = desk.client(judge_memory=1)

        refused = small.post("/v1/verify", data=b" " * 2_000_000, content_type=NDJSON)

        assert (refused.status_code, refused.json["code"]) == (422, "too_costly")
        assert refused.json["limit"] == "memory"
        assert small.get("/v1/matches").status_code == 200


class TestTheQueue:
    def test_one_too_many_is_refused_at_once(self, raw, monkeypatch):
        monkeypatch.setattr(court, "MOST_WAITING", 1)
        few, begun, go_on = judges(most=1), threading.Event(), threading.Event()

        def hold(*_):
            begun.set()
            go_on.wait(PATIENCE)
            return audit(raw)

        monkeypatch.setattr(court, "hold_court", hold)
        threads = [
            threading.Thread(target=few._judge, args=(None, raw, None, None, court.Asker())) for _ in range(2)
        ]
        for thread in threads:
            thread.start()
        assert begun.wait(PATIENCE)
        while few._inside < 2:
            time.sleep(0.01)

        with pytest.raises(JudgesBusy) as refusal:
            few.verify(raw, MemoryStore(), float)
        go_on.set()
        for thread in threads:
            thread.join()
        assert refusal.value.facts["retry_after"] == court.SECONDS_UNTIL_JUDGE
        assert few._inside == 0

    def test_a_place_that_nobody_leaves_is_not_waited_for_without_end(self, raw, monkeypatch):
        monkeypatch.setattr(court, "QUEUE_SECONDS", 0.01)
        few = judges(most=1)
        with few._take_place(court.Asker()), pytest.raises(JudgesBusy):
            few.verify(raw, MemoryStore(), float)


class TestWhoeverLeaves:
    def test_gives_back_their_place_in_the_queue_at_once(self, raw):
        few, asker = judges(most=1), court.Asker()
        with few._take_place(court.Asker()):
            refused = []

            def wait():
                try:
                    few.verify(raw, MemoryStore(), float, asker)
                except JudgesBusy as refusal:
                    refused.append(refusal)

            waiting = threading.Thread(target=wait)
            waiting.start()
            while few._inside < 2:
                time.sleep(0.01)
            asker.leave()
            waiting.join(PATIENCE)
            assert (len(refused), few._inside) == (1, 1)
        assert few.verify(raw, MemoryStore(), float).ok

    def test_ends_the_judgement_and_is_charged_for_it(self, raw, spent, monkeypatch):
        """The judge waits for an answer that never comes, as it would reckon without end."""
        asker, answer = court.Asker(), court.answer_judge
        room = Room()
        live = room.live

        def leave(*asked):
            asker.leave()
            return answer(*asked)

        monkeypatch.setattr(court, "answer_judge", leave)
        one = judges(most=1)
        with pytest.raises(JudgeFailed):
            one.audit(AuditMatch(room.id, live.version, live.hash), room.store, spent.append, asker)
        assert len(spent) == 1
        monkeypatch.undo()
        assert one.verify(raw, MemoryStore(), spent.append).ok


class TestWhenItDies:
    def test_it_is_started_again(self, raw, spent):
        judges().verify(raw, MemoryStore(), spent.append)
        before = court.STARTER.pid

        os.kill(before, signal.SIGKILL)

        assert judges().verify(raw, MemoryStore(), spent.append).ok
        assert court.STARTER.pid != before

    def test_also_in_the_middle_of_a_judgement(self, spent, monkeypatch):
        room, killed = Room(), []
        live, answer = room.live, court.answer_judge

        def kill_once(*asked):
            if not killed:
                killed.append(court.STARTER.pid)
                os.kill(court.STARTER.pid, signal.SIGKILL)
                time.sleep(0.3)  # its children are told, and end
            return answer(*asked)

        monkeypatch.setattr(court, "answer_judge", kill_once)
        assert judges().audit(AuditMatch(room.id, live.version, live.hash), room.store, spent.append).ok
        assert killed

    def test_two_files_that_come_first_and_at_once_hold_up_no_desk(self):
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

    def test_it_ends_with_its_desk(self):
        starter = court.JudgeStarter()
        starter.start_judge().close()
        process = starter._process

        starter._control.close()

        assert process.wait(PATIENCE) == 0

    def test_it_ends_when_it_was_idle_and_is_started_again(self, raw, spent, monkeypatch):
        starter = court.JudgeStarter(idle_seconds=0.1)
        monkeypatch.setattr(court, "STARTER", starter)
        assert judges().verify(raw, MemoryStore(), spent.append).ok
        idle = starter._process

        assert idle.wait(PATIENCE) == 0
        assert judges().verify(raw, MemoryStore(), spent.append).ok
        assert starter.pid != idle.pid
        starter.stop()

    def test_it_does_not_end_while_one_of_its_judges_is_at_work(self):
        starter = court.JudgeStarter(idle_seconds=0.05)
        with starter.start_judge() as end:  # waits for its task
            time.sleep(0.5)
            assert starter._process.poll() is None
            assert select.select([end], [], [], 0)[0] == []
        assert starter._process.wait(PATIENCE) == 0
        starter.stop()

    def test_it_knows_no_secret(self, monkeypatch):
        monkeypatch.setenv("ADMIN_TOKEN", "a" * 32)
        starter = court.JudgeStarter()
        starter.start_judge().close()
        assert b"ADMIN_TOKEN" not in Path(f"/proc/{starter.pid}/environ").read_bytes()
        starter._control.close()
        starter._process.wait(PATIENCE)


UNDER_GEVENT = """
from gevent import monkey
monkey.patch_all()
import sys
import gevent
from events.memory_store import MemoryStore
from service.verification.judge_messages import AuditMatch, Limits
from service.verification.judgements import TimeAllowance
from service.verification.judges import Judges

raw, turns = sys.stdin.buffer.read(), []

def count():
    while True:
        turns.append(1)
        gevent.sleep(0.001)

counting = gevent.spawn(count)
judges = Judges(Limits(seconds=60, memory=256, patience=120), 2)
judging = [gevent.spawn(judges.bring_in, raw, 1_700_000_000_000, MemoryStore(), float) for _ in range(4)]
gevent.joinall(judging, raise_error=True)
print(len(turns), *(found.value.new for found in judging))
"""


def test_under_gevent_others_have_their_turn_meanwhile(raw):
    ended = subprocess.run(
        [sys.executable, "-c", UNDER_GEVENT], input=raw, capture_output=True, check=True, cwd=HOME
    )

    turns, *new = ended.stdout.decode().split()
    assert new == ["True"] * 4
    assert int(turns) > 50


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells of both at once")
def test_a_judge_whose_asker_has_gone_is_ended():
    here, there = socket.socketpair()
    child = judge.run_child(lambda: (there.close(), time.sleep(1000)))
    there.close()

    judge.wait_or_end(child, here)

    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
    here.close()
