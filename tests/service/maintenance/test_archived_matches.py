"""A finished match over HTTP, before and after it was archived: the same answers, byte by byte."""

import fakeredis
import pytest

from events.archive.archive import Archive
from events.archive.archived_store import ArchivedStore
from events.redis_store.store import RedisStore
from service.maintenance.archiving import archive_finished
from support.api import api

PARTS = (
    "",
    "/table",
    "/table?version=30",
    "/commands?version=30",
    "/score",
    "/score?version=30",
    "/entries",
    "/entries?after=50&limit=7",
    "/entries/12",
)


@pytest.fixture
def store(tmp_path):
    return ArchivedStore(RedisStore(fakeredis.FakeRedis()), Archive(tmp_path))


def answers(client, table):
    paths = [table.path + part for part in PARTS] + ["/v1/matches?status=finished"]
    found = [client.get(path) for path in paths]
    assert {answer.status_code for answer in found} == {200}
    return [(answer.data, answer.headers.get("ETag")) for answer in found]


def archived(store):
    done = archive_finished(store.store, store.archive, 1 << 50)
    assert done.matches == 1


def test_every_answer_is_the_same(store, client):
    table = api.running(client)
    table.play()
    before = answers(client, table)

    archived(store)

    assert answers(client, table) == before
    assert answers(api.client(store), table) == before  # of a process that has never seen the match


@pytest.mark.rule("GB-24")
def test_a_match_that_was_cancelled_is_archived_like_one_that_was_played(store, client):
    table = api.open_table(client)
    table.sit("Ada")
    cancelled = client.delete(table.path, headers=api.bearer(table.host))
    assert cancelled.status_code == 200
    assert {event["type"] for event in cancelled.json["entry"]["events"]} >= {"match_ended", "seed_disclosed"}
    before = client.get(table.path)
    assert (before.json["status"], before.json["deadline"]) == ("abandoned", None)

    archived(store)

    assert client.get(table.path).data == before.data
    assert client.get(f"{table.path}/score").json["final"] is False


def test_a_retry_after_a_year_still_gets_its_first_answer(store, client):
    table = api.running(client)
    command = table.offered()["commands"][0]["command"]
    seat = table.seats[table.offered()["turn"]]
    key = {"Idempotency_Key": "the-same-key-as-before"}
    first = table.post("/commands", command, seat, **key)
    table.play()

    archived(store)

    again = api.client(store).post(
        f"{table.path}/commands",
        json=command,
        headers=api.bearer(seat) | {"Idempotency-Key": key["Idempotency_Key"]},
    )
    assert (again.status_code, again.json) == (first.status_code, first.json)
    assert again.headers["Idempotency-Replayed"] == "true"
    late = table.post("/commands", command, seat)
    assert late.status_code == 409
