"""`bench fuzz`, in its smallest form; and what it would find is found."""

import time
from collections import Counter
from random import Random

import pytest

from service.api.app import describe_api, list_operations
from support.fuzz import campaign
from support.fuzz.campaign import Report, alarm, caught_causes, judge, run_campaign, run_instance
from support.fuzz.forged_books import forge_book
from support.fuzz.instance import Instance, build_house
from support.fuzz.requests import Asked, Maker
from support.fuzz.values import mutate

REQUESTS = 2_000


@pytest.fixture(scope="module")
def report():
    return run_campaign(REQUESTS, seed=2)


def test_nothing_that_is_asked_is_our_fault(report):
    assert report.failures == []
    assert report.requests == REQUESTS


def test_every_call_of_the_document_is_asked(report):
    assert set(report.operations) == {operation.name for operation in list_operations()}


def test_requests_come_through_as_well_as_they_are_refused(report):
    """A fuzzer that everything refuses at the door tries nothing behind it."""
    assert {200, 201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 422} <= set(report.statuses)


def test_the_same_seed_asks_the_same():
    asked = [
        [maker.make().describe() for _ in range(200)]
        for maker in [Maker(build_house(), describe_api(), Random("seed")) for _ in range(2)]
    ]

    assert asked[0] == asked[1]
    assert len(set(asked[0])) > 150


class BrokenApi:
    """An app that answers as it is told."""

    def __init__(self, status, body, content_type="application/problem+json", work=0.0):
        self.status, self.body, self.content_type, self.work = status, body, content_type, work
        self.wsgi_app = self.answer

    def answer(self, _, start):
        until = time.process_time() + self.work
        while time.process_time() < until:
            pass
        if self.status is None:
            raise ZeroDivisionError("nobody caught this")
        start(self.status, [("Content-Type", self.content_type)])
        return [self.body]


def failures_of(app):
    report, instance = Report(), Instance.__new__(Instance)
    instance.app = app
    with caught_causes() as causes, alarm():
        judge(report, instance, Asked("GET", "/v1/games"), Random(1), causes)
    return report.failures


@pytest.mark.parametrize(
    ("app", "found"),
    [
        (BrokenApi("500 x", b'{"code":"internal_error"}'), "500 internal_error"),
        (BrokenApi("502 x", b"", "text/html"), "502"),
        (BrokenApi("503 x", b'{"code":"something_else"}'), "503 something_else"),
        (BrokenApi("404 x", b"no", "text/html"), "which is no problem"),
        (BrokenApi(None, b""), "nobody caught this"),
        (BrokenApi("200 x", b"", work=5), "no answer within"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_what_is_our_fault_is_found(app, found, monkeypatch):
    monkeypatch.setattr(campaign, "PATIENCE", 0.2)

    assert found in failures_of(app)[0]


@pytest.mark.parametrize("code", sorted(campaign.DELIBERATE))
def test_a_deliberate_503_is_no_failure(code):
    assert failures_of(BrokenApi("503 x", b'{"code":"%s"}' % code.encode())) == []


def test_growth_is_counted_from_the_second_house_on():
    report = Report(memory=[10 * 2**20, 50 * 2**20, 51 * 2**20, 53 * 2**20])

    assert report.growth == 3


def test_memory_that_is_kept_is_seen():
    before = campaign.memory_held()
    kept = [bytes(2**20) + b"x" for _ in range(40)]

    assert campaign.memory_held() - before > 30 * 2**20
    del kept


def test_the_cause_that_the_api_logs_stands_beside_a_500(monkeypatch):
    def fail(*_, **__):
        raise ZeroDivisionError("in the middle of it")

    instance, report = build_house(), Report()
    monkeypatch.setattr(instance.api.matches.repository, "fresh", fail)
    with caught_causes() as causes, alarm():
        judge(report, instance, Asked("GET", f"{instance.tables[0].path}/table"), Random(1), causes)

    assert report.statuses[500] == 1
    assert "in the middle of it" in report.failures[0]


def test_values_change_by_their_type_and_never_fail():
    random, value = Random(1), {"type": "x", "faces": [1, 2], "deep": {"yes": True, "no": None}, "text": "a"}
    changed = Counter(repr(mutate(random, value)) for _ in range(2_000))

    assert len(changed) > 500
    assert value == {"type": "x", "faces": [1, 2], "deep": {"yes": True, "no": None}, "text": "a"}


def test_some_forged_books_are_sealed_so_well_that_only_their_meaning_is_wrong():
    random = Random(1)
    report, instance = Report(), build_house()
    with caught_causes() as causes, alarm():
        for _ in range(60):
            raw = forge_book(random)
            asked = Asked("POST", "/v1/verify", "", {"Content-Type": "application/x-ndjson"}, raw)
            judge(report, instance, asked, random, causes)

    assert report.failures == []
    assert report.statuses[200] > 40


def test_a_server_is_asked_as_often_as_it_is_told():
    report = Report()
    with caught_causes() as causes, alarm():
        run_instance(report, describe_api(), Random(2), 50, causes)

    assert report.requests == 50
