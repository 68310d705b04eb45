"""In which order a worker takes jobs."""

import pytest
from rq.serializers import JSONSerializer

from workers.main import JobWorker
from workers.queues import BOTS, BOTS_ON, QUEUES, SCORES, Queues, Work


@pytest.fixture
def taken(queue_server, monkeypatch):
    """The queues from which jobs come, until none is left."""
    worker = JobWorker(QUEUES, connection=queue_server, serializer=JSONSerializer)
    found = []
    monkeypatch.setattr(worker, "_install_signal_handlers", lambda: None)
    monkeypatch.setattr(worker, "execute_job", lambda _, queue: found.append(queue.name))

    def until_all_are_done():
        worker.work(burst=True, logging_level="WARNING")
        return found

    return until_all_are_done


def test_bots_that_go_on_and_sheets_take_turns(taken, queue_server):
    queues = Queues(queue_server)
    for version in range(3):
        queues.put(Work("score", "m", version))
        queues.put(Work("bot", "m", version), queue=BOTS_ON)

    assert taken() == [SCORES, BOTS_ON] * 3


def test_who_waits_for_a_bot_goes_before_all_others(taken, queue_server):
    queues = Queues(queue_server)
    for version in range(2):
        queues.put(Work("score", "m", version))
        queues.put(Work("bot", "n", version), queue=BOTS_ON)
        queues.put(Work("bot", "m", version))

    assert taken() == [BOTS, BOTS, SCORES, BOTS_ON, SCORES, BOTS_ON]
