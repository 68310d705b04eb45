"""Whose bot comes first: that of whoever has had least of this minute's thinking."""

import time
from random import Random

import pytest
from rq.serializers import JSONSerializer

from games.match.commands import SeatedBot, StartMatch
from games.match.state import Bot
from service.matches.handler import Request
from service.matches.index import question_of
from service.matches.opening import Opening, open_new
from service.matches.records.people import Person
from service.monitoring.figures import THINKING, WINDOW_SECONDS, add_spending
from workers.main import JobWorker
from workers.queues import BOTS, QUEUES, Queues, Work, work_of

STRANGERS = 10


@pytest.fixture
def taken(queue_server, monkeypatch):
    """The matches whose bots are called, in order; each of them thinks for a second."""
    worker = JobWorker(QUEUES, connection=queue_server, serializer=JSONSerializer)
    found, openers = [], {}
    monkeypatch.setattr(worker, "_install_signal_handlers", lambda: None)

    def carry_out(job, _):
        match = work_of(job.id).match
        found.append(match)
        add_spending(queue_server, window(), {f"{THINKING}:{openers.get(match, match)}": 1000})

    monkeypatch.setattr(worker, "execute_job", carry_out)

    def until_all_are_done(jobs):
        queues = Queues(queue_server)
        for match, version, opener in jobs:
            if opener:
                openers[match] = opener
                queues.name_opener(match, opener)
            queues.put(Work("bot", match, version))
        worker.work(burst=True, logging_level="WARNING")
        return found

    return until_all_are_done


def window():
    return int(time.time()) // WINDOW_SECONDS


@pytest.fixture(autouse=True)
def one_window(monkeypatch):
    """Sums begin anew with each minute; in a test none ends."""
    now = time.time()
    monkeypatch.setattr("workers.queues.time.time", lambda: now)


def test_openers_take_turns_however_many_matches_one_has(taken):
    crowd = [(f"c{number}", 1, "stranger") for number in range(5)]
    assert taken([*crowd, ("mine", 1, "ada"), ("mine", 2, "ada")])[:4] == ["c0", "mine", "c1", "mine"]


def test_matches_of_nobody_take_turns_by_themselves(taken):
    assert taken([("a", 1, None), ("a", 2, None), ("b", 1, None)]) == ["a", "b", "a"]


def test_nothing_is_lost_and_nothing_taken_twice(taken):
    jobs = [(f"m{number % 7}", number, f"o{number % 3}") for number in range(40)]
    Random(1).shuffle(jobs)
    assert sorted(taken(jobs)) == sorted(match for match, _, _ in jobs)


def test_a_strange_id_in_the_queue_holds_up_nobody(taken, queue_server):
    queue_server.rpush(f"rq:queue:{BOTS}", "4ee77ff9-e03d-4daa-b44b-f08ac1a56fd2")
    assert taken([("a", 1, None), ("b", 1, None)]) == ["a", "b"]


def table_against(workers, mind, milliseconds, opener):
    """A person against one bot, begun; the match and the person's token."""
    bots = (SeatedBot(0, Bot(mind, milliseconds)),)
    opened = open_new(workers.matches, Opening(game="schiefer", seats=2, bots=bots), Request(opener=opener))
    seated = workers.matches.sit_down(opened.match, None, "", Person(name="Ada"), Request())
    workers.matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
    return opened.match, seated


def asked(workers, match, seat):
    live = workers.matches.repository.fresh(match)
    question = question_of(live.match)
    return live if question is not None and question.seat == seat else None


def test_a_person_s_bot_answers_before_strangers_bots_have_thought_for_ten_seconds_each(workers, monkeypatch):
    monkeypatch.undo()
    workers.dispatcher()
    workers.worker()
    mine, seated = table_against(workers, "greedy", None, "ada")
    live = workers.until(asked, workers, mine, seated.seat)
    strangers = [table_against(workers, "search", 10_000, f"stranger {n}") for n in range(STRANGERS)]
    for match, stranger in strangers:
        give_any_answer_if_asked(workers, match, stranger)
    workers.until(lambda: workers.queue_server.keys("gb:thought:*"))  # some were laid aside for others
    for _ in range(3):
        command = live.match.rules.rules.legal(live.match.table, live.match.table.agenda[0])[0]
        workers.matches.handle(mine, command, Request(token=seated.seat_token))
        live = workers.until(asked, workers, mine, seated.seat)
    assert any(not asked(workers, match, stranger.seat) for match, stranger in strangers), "it waited for all"


def give_any_answer_if_asked(workers, match, seated):
    if live := asked(workers, match, seated.seat):
        command = live.match.rules.rules.legal(live.match.table, live.match.table.agenda[0])[0]
        workers.matches.handle(match, command, Request(token=seated.seat_token))
