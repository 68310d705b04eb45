"""Sitting down, leaving, bots, and the start."""

import pytest

from games.kernel import NotOffered
from games.match.commands import LeaveSeat, StartMatch, TakeSeat
from games.match.events import BotSeated, MatchStarted, SeatLeft, SeatTaken
from games.match.refusals import NotPermitted
from games.match.state import Bot
from support.games.match_given import MatchTable, bot, with_bots


def reason_of(refusal):
    return refusal.value.reason.code


@pytest.mark.rule("GB-1")
def test_a_match_opens_with_free_seats_and_its_commitment():
    table = MatchTable(seats=3)

    assert table.match.status == "open"
    assert table.match.free_seats() == [0, 1, 2]
    assert table.match.commitment == "the-commitment"


def test_a_bot_can_sit_there_from_the_beginning():
    table = MatchTable(seats=3, bots=with_bots(1, 2))

    assert table.match.free_seats() == [0]
    assert table.match.people() == []


def test_whoever_comes_takes_a_free_seat_with_words_for_the_luck():
    table = MatchTable()

    events = table.does("guest", TakeSeat(1, "glueck auf"))

    assert events[0] == SeatTaken(1, "glueck auf")
    assert table.match.people() == [1]
    assert table.match.words() == ["", "glueck auf"]


@pytest.mark.rule("GB-1")
def test_a_taken_seat_is_refused_with_its_reason():
    table = MatchTable()
    table.does("guest", TakeSeat(0))

    with pytest.raises(NotOffered) as refusal:
        table.does("guest", TakeSeat(0, "other words"))

    assert reason_of(refusal) == "seat_is_taken"


def test_a_seat_that_the_match_has_not_is_refused():
    with pytest.raises(NotOffered):
        MatchTable(seats=2).does("guest", TakeSeat(2))


@pytest.mark.rule("GB-2")
def test_a_person_may_leave_and_the_seat_is_free_again():
    table = MatchTable()
    table.does("guest", TakeSeat(0, "words"))

    events = table.does("seat:0", LeaveSeat(0))

    assert events[0] == SeatLeft(0)
    assert table.match.free_seats() == [0, 1]
    assert table.match.words() == ["", ""]


@pytest.mark.rule("GB-2")
@pytest.mark.parametrize("actor", ["guest", "seat:1", "watch", "bot:0"])
def test_nobody_but_host_and_owner_empties_a_seat(actor):
    table = MatchTable()
    table.does("guest", TakeSeat(0))

    with pytest.raises(NotPermitted):
        table.does(actor, LeaveSeat(0))


def test_a_free_seat_cannot_be_left():
    with pytest.raises(NotOffered) as refusal:
        MatchTable().does("host", LeaveSeat(0))

    assert reason_of(refusal) == "seat_is_free"


@pytest.mark.rule("GB-3")
def test_the_host_puts_a_bot_in_a_free_seat_and_may_exchange_it():
    table = MatchTable()

    assert table.does("host", bot(1, "random"))[0] == BotSeated(1, Bot("random"))
    table.does("host", bot(1, "greedy"))

    assert table.match.seats[1].bot == Bot("greedy")


@pytest.mark.rule("GB-3")
def test_a_bot_never_takes_a_persons_seat():
    table = MatchTable()
    table.does("guest", TakeSeat(0))

    with pytest.raises(NotOffered) as refusal:
        table.does("host", bot(0))

    assert reason_of(refusal) == "a_person_sits_here"


@pytest.mark.parametrize("actor", ["guest", "seat:0", "watch"])
def test_only_the_host_seats_bots_and_starts(actor):
    table = MatchTable()
    table.does("guest", TakeSeat(0))

    for command in (bot(1), StartMatch()):
        with pytest.raises(NotPermitted):
            table.does(actor, command)


@pytest.mark.rule("GB-4")
def test_a_match_does_not_start_with_a_free_seat():
    table = MatchTable()
    table.does("guest", TakeSeat(0))

    with pytest.raises(NotOffered) as refusal:
        table.does("host", StartMatch())

    assert reason_of(refusal) == "seats_are_free"


def test_the_start_lays_out_the_game_and_asks_its_first_question():
    table = MatchTable(bots=with_bots(0, 1))

    events = table.does("host", StartMatch())

    assert events[0] == MatchStarted()
    assert table.match.status == "running"
    assert table.question.seat == table.match.table.start_player


def test_a_match_of_bots_alone_waits_for_nobody_but_its_bots():
    table = MatchTable(bots=with_bots(0, 1))
    table.does("host", StartMatch())

    table.does(f"bot:{table.question.seat}", table.options()[0])

    assert table.match.status == "running"


@pytest.mark.rule("GB-4")
@pytest.mark.parametrize("command", [TakeSeat(0), LeaveSeat(0), bot(0), StartMatch()])
def test_nothing_of_the_lobby_is_open_after_the_start(command):
    table = MatchTable().started()

    with pytest.raises(NotOffered):
        table.does("guest" if isinstance(command, TakeSeat) else "host", command)
