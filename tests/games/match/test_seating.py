"""Which seat a command is about, where it leaves that open."""

import pytest

from games.match.actor import GUEST, HOST, Actor
from games.match.commands import LeaveSeat, Pause, Resign, SeatBot, TakeSeat
from games.match.refusals import NoSeatFree, NoSuchSeat
from games.match.seating import ResignOwnSeat, TakeAnySeat, settle_seat
from support.games.match_given import MatchTable, with_bots


def test_anyone_who_names_no_seat_gets_the_first_free_one():
    table = MatchTable(seats=3, bots=with_bots(0))

    assert settle_seat(table.match, GUEST, TakeAnySeat("glueck auf")) == TakeSeat(1, "glueck auf")


@pytest.mark.rule("GB-1")
def test_where_no_seat_is_free_nobody_gets_one():
    table = MatchTable(bots=with_bots(0, 1))

    with pytest.raises(NoSeatFree):
        settle_seat(table.match, GUEST, TakeAnySeat())


def test_a_person_who_names_no_seat_resigns_their_own():
    match = MatchTable().started().match

    assert settle_seat(match, Actor.person(1), ResignOwnSeat()) == Resign(1)
    assert settle_seat(match, HOST, ResignOwnSeat()) == Resign(0)  # which a host is then refused


@pytest.mark.parametrize("command", [TakeSeat, LeaveSeat, SeatBot, Resign])
@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_the_match_does_not_have_is_refused(command, seat):
    match = MatchTable(seats=2).match

    with pytest.raises(NoSuchSeat):
        settle_seat(match, HOST, command(seat))
    assert settle_seat(match, HOST, command(1)) == command(1)


def test_a_command_without_a_seat_stays_as_it_is():
    assert settle_seat(MatchTable().match, HOST, Pause()) == Pause()
