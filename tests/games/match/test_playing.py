"""Commands of the game inside a match, resigning, and the end."""

import msgspec
import pytest

from games.kernel import GameIsOver, NotOffered, NotYourTurn
from games.match.commands import Resign, StartMatch, TakeSeat
from games.match.events import LuckDrawn, MatchEnded, SeatResigned, SeedDisclosed
from games.match.play import copy_match, event_type, fold
from games.match.refusals import NotPermitted, NotRunning
from games.match.state import STAND_IN
from games.schiefer.commands import LetLapse, MarkActions
from support.games.match_given import MATCH_SEED, MatchTable, with_bots


def test_before_the_start_no_command_of_the_game_is_taken():
    table = MatchTable()
    table.does("guest", TakeSeat(0))

    with pytest.raises(NotRunning):
        table.does("seat:0", MarkActions(()))


@pytest.mark.parametrize("actor", ["host", "guest", "watch", "seat:7"])
def test_whoever_has_no_seat_answers_nothing(actor):
    table = MatchTable().started()

    with pytest.raises(NotPermitted):
        table.does(actor, table.options()[0])


@pytest.mark.rule("GB-5")
def test_whoever_has_resigned_answers_nothing_any_more():
    table = MatchTable().started()
    seat = table.question.seat
    table.does(f"seat:{seat}", Resign(seat))

    with pytest.raises(NotPermitted):
        table.does(f"seat:{seat}", table.options()[0])
    table.does(f"bot:{seat}", table.options()[0])


@pytest.mark.rule("GB-22")
@pytest.mark.parametrize(
    "actor", ["bot:{}", "seat:0{}", "seat: {}", "seat:+{}", "seat:{}\n", "Seat:{}", "seat:{}:"]
)
def test_nobody_speaks_for_a_person_by_a_name_that_only_looks_like_theirs(actor):
    table = MatchTable().started()

    with pytest.raises(NotPermitted):
        table.does(actor.format(table.question.seat), table.options()[0])


@pytest.mark.rule("GB-22")
@pytest.mark.parametrize("actor", ["", "mallory", "host", "seat:0", "bot:0", "clock"])
def test_whoever_sits_down_is_written_down_as_a_guest(actor):
    with pytest.raises(NotPermitted):
        MatchTable().does(actor, TakeSeat(0))


def test_the_other_seat_is_not_asked():
    table = MatchTable().started()
    other = 1 - table.question.seat

    with pytest.raises(NotYourTurn) as refusal:
        table.does(f"seat:{other}", table.options()[0])

    assert refusal.value.question == table.question


def test_what_is_not_offered_is_refused_and_changes_nothing():
    table = MatchTable().started()
    before = copy_match(table.match)

    with pytest.raises(NotOffered):
        table.does(f"seat:{table.question.seat}", LetLapse())

    assert table.match == before


def test_a_decision_leaves_the_match_it_was_made_on_as_it_was():
    table = MatchTable().started()
    before, kept = table.match, copy_match(table.match)

    table.plays_on(decisions=20)

    assert before == kept


def test_every_draw_is_told_with_its_number_and_bound():
    table = MatchTable().started()

    drawn = [event for event in table.events if isinstance(event, LuckDrawn)]

    # the start player of two, then three dice
    assert [bound for bound, _ in drawn[0].draws] == [2, 6, 6, 6]
    assert drawn[0].first == 0
    assert table.match.draws == 4


@pytest.mark.rule("GB-7")
def test_draws_are_numbered_without_gaps_through_the_whole_match():
    table = MatchTable().started().plays_on()

    expected = 0
    for event in table.events:
        if isinstance(event, LuckDrawn):
            assert event.first == expected
            expected += len(event.draws)
    assert expected == table.match.draws > 100


@pytest.mark.rule("GB-6")
def test_a_played_out_match_is_finished_and_discloses_its_seed():
    table = MatchTable().started().plays_on()

    assert table.match.status == "finished"
    assert MatchEnded("played_out") in table.events
    assert SeedDisclosed(MATCH_SEED.hex()) in table.events
    assert table.match.agenda == table.match.table.agenda == ()


def test_a_running_match_shows_its_seed_nowhere():
    table = MatchTable().started().plays_on(decisions=50)

    shown = msgspec.json.encode([table.events, table.match])

    assert MATCH_SEED.hex().encode() not in shown


@pytest.mark.rule("GB-6")
def test_after_the_end_everything_is_refused():
    table = MatchTable().started().plays_on()

    for actor, command in (("seat:0", MarkActions(())), ("seat:0", Resign(0)), ("guest", TakeSeat(0))):
        with pytest.raises(GameIsOver):
            table.does(actor, command)


@pytest.mark.rule("GB-5")
def test_who_resigns_is_replaced_by_a_bot():
    table = MatchTable().started()

    events = table.does("seat:1", Resign(1))

    assert events[0] == SeatResigned(1, STAND_IN)
    assert table.match.status == "running"
    assert table.match.people() == [0]


@pytest.mark.rule("GB-5")
def test_a_match_may_end_when_somebody_resigns():
    table = MatchTable(resigning="end").started().plays_on(decisions=5)

    table.does("seat:0", Resign(0))

    assert table.match.status == "abandoned"
    assert table.match.seed == MATCH_SEED.hex()
    with pytest.raises(GameIsOver):
        table.does("seat:1", Resign(1))


@pytest.mark.rule("GB-5")
@pytest.mark.parametrize("actor", ["seat:0", "host", "guest", "bot:1"])
def test_nobody_resigns_for_another(actor):
    table = MatchTable().started()

    with pytest.raises(NotPermitted):
        table.does(actor, Resign(1))


@pytest.mark.rule("GB-5")
def test_a_bot_does_not_resign():
    table = MatchTable(bots=with_bots(1))
    table.does("guest", TakeSeat(0))
    table.does("host", StartMatch())

    with pytest.raises(NotOffered) as refusal:
        table.does("seat:1", Resign(1))

    assert refusal.value.reason.code == "a_bot_sits_here"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_folding_the_book_gives_the_match_that_play_left_behind(seats):
    table = MatchTable(seats=seats).started([""] * seats).plays_on()
    stored = msgspec.json.encode(table.events)

    events = msgspec.json.decode(stored, type=list[event_type(table.match.rules)])

    assert fold(events) == table.match
