"""A killed worker's work is asked for again as soon as another worker of the machine begins."""

import os
import signal
import subprocess
import sys

import pytest
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from workers.main import take_over_from_killed
from workers.queues import BOTS, Queues, Work, job_id

WORK = Work("bot", "m1", 7)


@pytest.fixture
def queues(queue_server):
    return Queues(queue_server)


@pytest.fixture
def dead_process():
    """Its number belongs to nobody any more."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def worker_at(connection, work, **told):
    """As RQ registers it, at this work; `told`: what it says of itself instead."""
    worker = SimpleWorker([BOTS], connection=connection, serializer=JSONSerializer)
    worker.register_birth()
    if work:
        worker.set_current_job_id(job_id(work))
    if told:
        connection.hset(worker.key, mapping=told)
    return worker


def test_what_a_dead_worker_was_at_is_enqueued_again_once(queue_server, queues, dead_process):
    worker_at(queue_server, WORK, pid=dead_process)
    assert take_over_from_killed(queue_server, queues) == [WORK]
    assert list(queues.waiting_in(BOTS)) == [WORK]
    assert take_over_from_killed(queue_server, queues) == []
    assert list(queues.waiting_in(BOTS)) == [WORK]


def test_two_that_see_the_same_death_enqueue_it_once(queue_server, queues, dead_process):
    for _ in range(2):
        worker_at(queue_server, WORK, pid=dead_process)
        take_over_from_killed(queue_server, queues)
    assert list(queues.waiting_in(BOTS)) == [WORK]


def test_a_successor_with_the_same_number_knows_that_it_is_another(queue_server, queues):
    """In a container the first process has the same number every time."""
    worker_at(queue_server, WORK, pid=os.getpid())
    assert take_over_from_killed(queue_server, queues) == [WORK]


@pytest.mark.parametrize("told", [{"pid": os.getppid()}, {"pid": 1, "hostname": "elsewhere"}])
def test_workers_that_live_or_stand_elsewhere_are_left_alone(queue_server, queues, told):
    worker_at(queue_server, WORK, **told)
    assert take_over_from_killed(queue_server, queues) == []
    assert len(SimpleWorker.all(connection=queue_server, serializer=JSONSerializer)) == 1


def test_one_that_died_idle_is_struck_off(queue_server, queues, dead_process):
    worker_at(queue_server, None, pid=dead_process)
    assert take_over_from_killed(queue_server, queues) == []
    assert SimpleWorker.all(connection=queue_server, serializer=JSONSerializer) == []


def test_a_thought_goes_on_with_the_next_worker_although_no_dispatcher_is_there(workers):
    """Killed in the middle of a job while none waits: only the successor can have asked again."""
    match = workers.open_match("search", "search", game="schichtwechsel").match
    dispatcher, worker = workers.dispatcher(), workers.worker()
    workers.until(stopped_at_work, workers, worker)
    workers.kill(dispatcher)
    reached = workers.store.head(match).version
    workers.kill(worker)

    workers.worker()

    workers.until(lambda: workers.store.head(match).version > reached)
    assert "a worker died at" in workers.said()


def stopped_at_work(workers, process):
    """Held while it is at a bot's job and none waits; let go again where it was between two."""
    os.killpg(process.pid, signal.SIGSTOP)
    busy = [
        worker.get_current_job_id()
        for worker in SimpleWorker.all(connection=workers.queue_server, serializer=JSONSerializer)
    ]
    if any(id_ and id_.startswith("bot-") for id_ in busy) and not workers.queues.waiting():
        return True
    os.killpg(process.pid, signal.SIGCONT)
    return False
