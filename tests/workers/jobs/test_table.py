"""A worker carries out what is in the table, whatever lies in its queues."""

from typing import get_args

import pytest
from rq import Callback, Queue
from rq.serializers import DefaultSerializer, JSONSerializer

from service.monitoring.figures import figures
from workers.jobs.table import JOBS, KnownJob, UnknownJob
from workers.main import JobWorker
from workers.queues import BOTS, QUEUES, JobName, Queues, Work


def test_there_is_a_job_for_every_name():
    assert set(JOBS) == set(get_args(JobName))
    assert all(callable(job) for job in JOBS.values())


@pytest.fixture
def queue(queue_server):
    return Queue(BOTS, connection=queue_server, serializer=JSONSerializer)


@pytest.fixture
def work_off(queue_server, context, monkeypatch):
    """By a worker, until all queues are empty."""
    for module in ("workers.main", "workers.jobs.snapshots"):
        monkeypatch.setattr(f"{module}.get_context", lambda: context)

    def until_nothing_waits():
        worker = JobWorker(QUEUES, connection=queue_server, serializer=JSONSerializer)
        monkeypatch.setattr(worker, "_install_signal_handlers", lambda: None)
        worker.work(burst=True, logging_level="WARNING")

    return until_nothing_waits


@pytest.mark.parametrize("name", ["os.mkdir", "workers.jobs.table.JOBS", "builtins.print", "tea", ""])
def test_a_name_that_is_not_in_the_table_is_refused(name, queue_server):
    job = KnownJob.create(name, connection=queue_server, serializer=JSONSerializer)
    with pytest.raises(UnknownJob, match="is not carried out"):
        job.perform()
    assert job.label == "unknown"


def test_what_is_refused_leaves_the_worker_at_work(queue, work_off, tmp_path, open_match):
    match = open_match("greedy", "greedy")
    refused = queue.enqueue_call("os.mkdir", (str(tmp_path / "made"),))
    Queues(queue.connection).put(Work("snapshot", match, 1))
    work_off()
    assert not (tmp_path / "made").exists()
    assert "UnknownJob: 'os.mkdir' is no job of ours" in refused.latest_result().exc_string
    counted = figures(queue.connection).jobs
    assert counted["failed:unknown"] == 1
    assert counted["done:snapshot"] == 1


def test_nothing_is_unpickled(queue_server, work_off):
    Queue(BOTS, connection=queue_server, serializer=DefaultSerializer).enqueue_call("os.mkdir", ("made",))
    work_off()
    assert figures(queue_server).jobs["failed:unknown"] == 1


@pytest.mark.parametrize("name", ["snapshot", "os.mkdir"])
def test_nobody_is_called_back(name, queue, work_off, open_match, monkeypatch):
    called = []
    monkeypatch.setattr("shutil.rmtree", lambda *_: called.append(name))
    back = Callback("shutil.rmtree")
    queue.enqueue_call(name, (open_match("greedy", "greedy"), 1), on_success=back, on_failure=back)
    work_off()
    assert not called
