"""The review over HTTP: asked for after the end, read while it grows, the same for everyone."""

import fakeredis
import msgspec
import pytest

from events.codec import decode
from events.memory_store import MemoryStore
from service import documents
from service.api.views import analysis
from service.matches.records.analysis import ReviewPart, review_parts
from support.api import api
from support.api.api import running
from workers.context import WorkerContext
from workers.jobs.analysis import continue_review
from workers.queues import Queues

PLAYOUTS = 30


@pytest.fixture
def store():
    return MemoryStore()


@pytest.fixture
def over(client):
    """A match that somebody has given up after eight answers."""
    table = running(client, "schichtwechsel", resigning="end")
    table.play(8)
    table.post("/resign", {}, table.seats[0])
    return table


@pytest.fixture
def judge(store, over):
    """As a worker does, in slices of a playout; `decisions`: at least so many, all by default."""
    context = WorkerContext(api.services(store).matches, Queues(fakeredis.FakeRedis()), api.SECRET)

    def count():
        return sum(len(part.decisions) for part in review_parts(store, over.match, PLAYOUTS))

    def go_on(decisions=1000):
        while count() < decisions and continue_review(context, over.match, PLAYOUTS, lambda: True):
            pass

    return go_on


def review_of(table, **query):
    words = "&".join(f"{name}={value}" for name, value in ({"playouts": PLAYOUTS} | query).items())
    return table.get(f"/review?{words}")


@pytest.mark.rule("GB-35")
def test_a_review_is_asked_for_and_grows(over, judge):
    assert not review_of(over).json["asked"]
    asked = over.post("/review", {"playouts": PLAYOUTS})
    assert (asked.status_code, asked.json["asked"], asked.json["judged"]) == (202, True, 0)
    assert asked.headers["Location"] == f"{over.path}/review?playouts={PLAYOUTS}"

    judge(decisions=3)
    half = review_of(over).json
    assert (half["judged"], half["total"], half["ready"], half["turning_points"]) == (3, 8, False, [])

    judge()
    whole = review_of(over).json
    assert (whole["judged"], whole["ready"]) == (8, True)
    assert whole["decisions"][:3] == half["decisions"]
    assert sum(seat["decisions"] for seat in whole["seats"]) == 8
    for decision in whole["decisions"]:
        assert (decision["cost"] > 0) == (decision["verdict"] != "best")
        assert (decision["best"] == decision["chosen"]) == (decision["cost"] == 0)
    again = over.post("/review", {"playouts": PLAYOUTS})
    assert (again.status_code, again.json) == (200, whole)


@pytest.mark.rule("GB-35")
def test_its_progress_is_told_as_a_stream_that_ends_with_it(over, judge):
    over.post("/review", {"playouts": PLAYOUTS})
    judge()
    told = over.get(f"/review?playouts={PLAYOUTS}", Accept="text/event-stream").text
    [data] = [line for line in told.splitlines() if line.startswith("data: ")]
    assert msgspec.json.decode(data.removeprefix("data: ")) == {"judged": 8, "total": 8}


def test_a_part_is_read_and_decoded_once_for_all_who_follow(store, over, judge, monkeypatch, decoded):
    """Given five followers, when a review grows part by part, then each part is decoded once in all."""
    monkeypatch.setattr(analysis, "LOOK_SECONDS", 0.01)
    over.post("/review", {"playouts": PLAYOUTS})
    judge()
    parts = store.document(over.match, "reviews")
    in_order = sorted(parts, key=lambda field: int(field.split(":")[1]))
    store.put(over.match, "reviews", dict.fromkeys(parts))
    decoded.clear()

    answers = [over.get(f"/review?playouts={PLAYOUTS}", Accept="text/event-stream") for _ in range(5)]
    followers = [iter(answer.response) for answer in answers]
    assert {next(follower) for follower in followers} == {b"retry: 2000\n\n"}
    assert {read_progress(follower) for follower in followers} == {0}
    for number, field in enumerate(in_order, 1):
        store.put(over.match, "reviews", {field: parts[field]})
        assert {read_progress(follower) for follower in followers} == {number}
    assert [next(follower, None) for follower in followers] == [None] * 5

    assert len(decoded) == len(parts) == 8


def read_progress(follower):
    [data] = [line for line in next(follower).splitlines() if line.startswith(b"data: ")]
    return msgspec.json.decode(data[6:])["judged"]


@pytest.fixture
def decoded(monkeypatch):
    """The parts of reviews that were decoded since."""
    found = []

    def decode_and_note(stored, kind):
        if kind is ReviewPart:
            found.append(stored)
        return decode(stored, kind)

    monkeypatch.setattr(documents, "decode", decode_and_note)
    return found


def test_who_has_a_review_already_is_told_so_without_reading_it(over, judge, decoded):
    """Given the ETag of a review, when it is asked for again, then 304 until it has grown, also in German."""
    over.post("/review", {"playouts": PLAYOUTS})
    judge(decisions=3)
    first, german = review_of(over), review_of(over, lang="de")
    tags = {first.headers["ETag"], german.headers["ETag"]}
    decoded.clear()
    again = over.get(f"/review?playouts={PLAYOUTS}", if_none_match=first.headers["ETag"])
    assert (again.status_code, again.data, decoded) == (304, b"", [])
    assert len(tags) == 2

    judge()
    grown = over.get(f"/review?playouts={PLAYOUTS}", if_none_match=first.headers["ETag"])
    assert (grown.status_code, grown.json["judged"]) == (200, 8)
    assert grown.headers["ETag"] not in tags


@pytest.mark.rule("GB-35")
def test_a_match_that_goes_on_is_not_reviewed(client):
    refused = running(client).post("/review")
    assert (refused.status_code, refused.json["code"], refused.json["reason"]) == (409, "not_now", "not_over")
    assert refused.json["rule"] == "GB-35"


def test_labels_are_in_the_language_of_the_reader(over, judge):
    over.post("/review", {"playouts": PLAYOUTS})
    judge()
    english, german = (review_of(over, lang=lang).json["decisions"] for lang in ("en", "de"))
    assert [one["cost"] for one in english] == [one["cost"] for one in german]
    assert [one["label"] for one in english] != [one["label"] for one in german]


def test_only_some_budgets_are_kept(over):
    assert over.post("/review", {"playouts": 31}).status_code == 400


@pytest.mark.rule("GB-35")
def test_a_budget_that_no_review_can_have_is_refused(over):
    answer = review_of(over, playouts=31)

    assert (answer.status_code, answer.json["code"]) == (400, "malformed")
    assert answer.json["violations"][0]["parameter"] == "playouts"
