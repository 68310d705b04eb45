"""What `status` and /metrics say of a server that runs."""

import pytest
from click.testing import CliRunner

from service.cli import main
from service.cli.status import command
from service.config import Config
from service.monitoring.figures import figures
from support.api import api
from support.servers.servers import Server, any_binary
from support.servers.worker_processes import WorkerProcesses


@pytest.fixture
def workers():
    with Server(any_binary()) as server:
        opened = WorkerProcesses(server)
        yield opened
        opened.close()


def test_the_figures_are_those_of_the_workers(workers, monkeypatch):
    workers.dispatcher()
    workers.worker()
    match = workers.open_match("random", "random").match
    workers.until(workers.ended, match)
    workers.until(lambda: figures(workers.queue_server).jobs.get("done:rate") == 1)
    config = Config(redis_url=workers.server.url, rq_redis_url=workers.environ["RQ_REDIS_URL"])
    told = api.client(
        workers.store, **{name: getattr(config, name) for name in ("redis_url", "rq_redis_url")}
    )
    lines = told.get("/metrics").text.splitlines()

    assert 'grubenbuch_up{part="book"} 1.0' in lines
    assert 'grubenbuch_jobs_done_total{kind="rate"} 1.0' in lines
    assert any(line.startswith('grubenbuch_jobs_waiting{queue="bots_on"}') for line in lines)
    assert any(line.startswith('grubenbuch_feed_lag{partition="0"}') for line in lines)
    assert "grubenbuch_entries_parked 0.0" in lines
    assert any(line.startswith('grubenbuch_open_jobs{partition="0"}') for line in lines)
    assert any(line.startswith('grubenbuch_open_seconds{partition="0"}') for line in lines)
    assert match not in "\n".join(lines)

    for name in ("REDIS_URL", "RQ_REDIS_URL"):
        monkeypatch.setenv(name, workers.environ[name])
    said = CliRunner().invoke(command, ["--port", "9"])  # nobody listens there
    assert said.exit_code == 1
    assert "queue bots" in said.output
    assert "1 of 1 partitions" in said.output
    assert "open work" in said.output


def test_a_directory_in_which_nothing_was_opened_is_named_and_left_alone(tmp_path, monkeypatch):
    monkeypatch.delenv("REDIS_URL", raising=False)
    said = CliRunner().invoke(main, ["status", "--data", str(tmp_path / "typo")])

    assert said.exit_code == 2
    assert "Nothing was ever opened" in said.output
    assert list(tmp_path.iterdir()) == []


def test_requests_are_counted_by_method_and_status(workers, monkeypatch):
    monkeypatch.setattr("service.api.middleware.FLUSH_EVERY", -1)  # at once
    urls = {"redis_url": workers.server.url, "rq_redis_url": workers.environ["RQ_REDIS_URL"]}
    told = api.client(workers.store, **urls)
    for path in ("/v1/games", "/v1/games", "/v1/nowhere"):
        told.get(path)

    requests = figures(workers.queue_server).requests
    assert (requests["count:GET:200"], requests["count:GET:404"]) == (2, 1)


def test_metrics_do_without_a_queue(workers):
    workers.server.kill()
    lines = api.client(redis_url=workers.server.url).get("/metrics").text.splitlines()

    assert 'grubenbuch_up{part="book"} 1.0' in lines  # the store of this API is memory
    assert 'grubenbuch_up{part="queue"} 0.0' in lines
