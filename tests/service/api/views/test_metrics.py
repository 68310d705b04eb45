"""The text of /metrics, as a reader of Prometheus understands it."""

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from events.memory_store import MemoryStore
from service.api.views import monitoring
from service.api.views.monitoring import ServerCollector
from service.monitoring.figures import Figures, QueueFigures


def scraped(monkeypatch, found):
    monkeypatch.setattr(monitoring, "figures", lambda _: found)
    registry = CollectorRegistry()
    registry.register(ServerCollector(MemoryStore(), queue_server="any"))
    return list(text_string_to_metric_families(generate_latest(registry).decode()))


def test_every_figure_is_explained_and_has_the_labels_of_its_key(monkeypatch):
    queue = QueueFigures(
        name='a "quoted" name', waiting=3, running=2, failed=1, oldest=None, enqueued_at=None
    )
    jobs = {"done:rate": 5.0, "seconds:rate": 0.25}
    requests = {"count:GET:200": 7.0, "seconds:GET:200": 0.5}
    families = scraped(monkeypatch, Figures(queues=[queue], workers=4, jobs=jobs, requests=requests))
    samples = [sample for family in families for sample in family.samples]
    values = {(sample.name, *sample.labels.values()): sample.value for sample in samples}

    assert [family.name for family in families if not family.documentation] == []
    assert values["grubenbuch_jobs_waiting", 'a "quoted" name'] == 3
    assert values["grubenbuch_jobs_done_total", "rate"] == 5
    assert values["grubenbuch_job_seconds_total", "rate"] == 0.25
    assert values["grubenbuch_requests_total", "GET", "200"] == 7
    assert {"method", "status"} in [set(sample.labels) for sample in samples]
