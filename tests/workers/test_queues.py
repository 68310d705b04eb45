"""Jobs have names that say what they are for, and nothing but JSON in them."""

import json
import re
import zlib

import pytest

from games.match.quantities import MOST_MILLISECONDS
from workers.jobs.searches import TURN_SECONDS
from workers.queues import BOTS, BOTS_ON, SCORES, Queues, Work, job_id, work_of

WORK = Work("bot", "a_b-c1", 17)


@pytest.mark.parametrize("work", [WORK, Work("score", "x" * 64, 1), Work("score", "bot-1-2", 3)])
@pytest.mark.parametrize("again", [0, 356_000_000])
def test_an_id_says_what_the_job_is_for_in_letters_that_rq_allows(work, again):
    assert re.fullmatch(r"[A-Za-z0-9_-]+", job_id(work, again))
    assert work_of(job_id(work, again)) == work


@pytest.mark.parametrize("id_", ["", "bot", "bot-m-x-0", "tea-m-1-0", "4ee77ff9-e03d-4daa-b44b-f08ac1a56fd2"])
def test_an_id_that_is_not_ours_stands_for_no_work(id_):
    assert work_of(id_) is None


def test_what_strangers_put_into_a_queue_is_no_work_of_ours(queue_server):
    queues = Queues(queue_server)
    queues.put(WORK)
    queue_server.rpush(f"rq:queue:{BOTS}", "4ee77ff9-e03d-4daa-b44b-f08ac1a56fd2")
    assert queues.waiting() == {WORK}


def test_no_two_works_share_an_id():
    works = [
        Work(kind, match, version)
        for kind in ("bot", "score")
        for match in ("a", "a-1")
        for version in (1, 11)
    ]
    assert len({job_id(work, again) for work in works for again in (0, 1)}) == 2 * len(works)


def test_work_that_waits_is_not_enqueued_again(queue_server):
    queues = Queues(queue_server)
    assert queues.put(WORK)
    assert not queues.put(WORK)
    assert not queues.put(WORK, queue=BOTS_ON)
    assert queues.waiting() == {WORK}


def test_lost_work_gets_in_under_another_number(queue_server):
    queues = Queues(queue_server)
    queues.put(WORK)
    queue_server.delete(f"rq:queue:{BOTS}")  # taken out by a worker that died before it began
    assert not queues.put(WORK)
    assert queues.put(WORK, number=1)


def test_a_bot_that_is_stuck_is_broken_off_in_time_for_another_to_answer(queue_server):
    """After its longest thought and before thirty seconds are over."""
    Queues(queue_server).put(WORK)
    seconds = int(queue_server.hget(f"rq:job:{job_id(WORK)}", "timeout"))
    assert MOST_MILLISECONDS / 1000 + TURN_SECONDS < seconds < 30


def test_sheets_and_bots_wait_in_different_queues(queue_server):
    queues = Queues(queue_server)
    queues.put(WORK)
    queues.put(Work("score", "m", 9))
    queues.put(Work("bot", "m", 9), queue=BOTS_ON)
    lengths = {name: queue_server.llen(f"rq:queue:{name}") for name in (BOTS, SCORES, BOTS_ON)}
    assert lengths == {BOTS: 1, SCORES: 1, BOTS_ON: 1}


def test_a_job_is_a_short_name_and_json(queue_server):
    Queues(queue_server).put(WORK)
    record = queue_server.hgetall(f"rq:job:{job_id(WORK)}")
    called = json.loads(zlib.decompress(record[b"data"]))
    assert called == ["bot", None, ["a_b-c1", 17], {}]
