"""Going back and coming forward again, through the use cases and the book."""

from contextlib import contextmanager

import pytest

from games.match.actor import CLOCK, Actor
from games.match.commands import ExpireClock, ExpireUndo, Undo
from games.match.past import VOTING_TIME
from games.match.state import Clock
from service.matches.folding import fold_entries
from service.matches.handler import Request
from service.problems import GameIsOver, NotNow, NotPermitted, TokenMissing
from service.queries.overview import describe_undo
from support.api.room import Room


@contextmanager
def refused(reason):
    with pytest.raises(NotNow) as refusal:
        yield
    assert refusal.value.facts["reason"] == reason


def room_far_beyond_the_barrier(**room):
    """A dozen answers of several seats after a version to go back to."""
    played = Room(**room)
    before = played.live.version
    played.plays(times=12)
    return played, before


@pytest.mark.rule("GB-9")
def test_within_the_barrier_one_goes_back_at_once_and_alone():
    room = Room()
    seat, before = room.to_a_free_undo()
    then = fold_entries(room.store.entries(room.id, limit=before))

    room.undo(seat, before)

    assert room.last()[0] == "Rewound"
    assert room.match.table == then.table
    assert room.match.draws == then.draws
    assert room.match == room.read_again()


@pytest.mark.rule("GB-9")
def test_the_struck_entries_stay_in_the_book():
    room = Room()
    seat, before = room.to_a_free_undo()
    written = room.store.entries(room.id)

    room.undo(seat, before)

    assert room.store.entries(room.id)[:-1] == written


@pytest.mark.rule("GB-13")
def test_what_was_undone_comes_back_as_it_was():
    room = Room()
    seat, before = room.to_a_free_undo()
    table, draws = room.match.table, room.match.draws
    room.undo(seat, before)

    room.redo(seat)

    assert room.last()[0] == "Restored"
    assert (room.match.table, room.match.draws) == (table, draws)
    assert room.match == room.read_again()


@pytest.mark.rule("GB-13")
def test_nothing_comes_back_once_something_new_was_played():
    room = Room()
    seat, before = room.to_a_free_undo()
    room.undo(seat, before)

    room.plays()

    assert "UndoForgotten" in room.last()
    with refused("nothing_to_redo"):
        room.redo(seat)


@pytest.mark.rule("GB-13")
def test_only_the_seat_that_went_back_comes_forward():
    room = Room()
    seat, before = room.to_a_free_undo()
    room.undo(seat, before)

    with refused("not_yours_to_redo"):
        room.redo(1 - seat)


@pytest.mark.rule("GB-7", "GB-11")
def test_an_undo_followed_by_the_same_commands_has_the_same_luck():
    room = Room(people=1, bots=1)
    before = room.live.version
    chosen = []
    for _ in range(30):
        chosen.append(room.random.choice(room.options()))
        room.plays(chosen[-1])
    table, draws = room.match.table, room.match.draws
    room.undo(0, before)

    for command in chosen:
        room.plays(command)

    assert (room.match.table, room.match.draws) == (table, draws)


@pytest.mark.rule("GB-9", "GB-11")
def test_beyond_the_barrier_the_others_are_asked_and_the_game_waits():
    room, before = room_far_beyond_the_barrier()

    room.undo(0, before)

    assert room.last()[0] == "UndoRequested"
    with refused("vote_is_open"):
        room.plays()


@pytest.mark.rule("GB-11")
def test_when_all_agree_the_game_goes_back():
    room = Room(people=3)
    before, table = room.live.version, room.match.table
    room.plays(times=12)
    room.undo(0, before)

    room.answers(1, agree=True)
    assert room.match.vote is not None
    room.answers(2, agree=True)

    assert "Rewound" in room.last()
    assert room.match.table == table
    assert room.match == room.read_again()


@pytest.mark.rule("GB-11")
def test_nobody_agrees_twice_or_to_the_own_request():
    room, before = room_far_beyond_the_barrier(people=3)
    room.undo(0, before)
    room.answers(1, agree=True)

    for seat in (0, 1):
        with refused("already_agreed"):
            room.answers(seat, agree=True)


@pytest.mark.rule("GB-11")
def test_bots_agree_to_everything_and_their_answers_are_undone_too():
    room = Room(people=1, bots=2)
    before, table = room.live.version, room.match.table
    room.plays(times=20)

    room.undo(0, before)

    assert room.match.table == table


@pytest.mark.rule("GB-12")
def test_a_refusal_ends_the_request_and_it_is_not_repeated_at_once():
    room, before = room_far_beyond_the_barrier()
    room.undo(0, before)

    room.answers(1, agree=False)

    assert room.last()[0] == "UndoDeclined"
    with refused("already_refused"):
        room.undo(0, before)
    room.plays()
    room.undo(0, before)
    assert room.match.vote is not None


@pytest.mark.rule("GB-12")
def test_whoever_asked_may_take_it_back():
    room, before = room_far_beyond_the_barrier()
    room.undo(0, before)

    room.answers(0, agree=False)

    assert room.match.vote is None
    room.plays()


@pytest.mark.rule("GB-12")
def test_a_request_expires_by_the_clock_and_not_before():
    room, before = room_far_beyond_the_barrier()
    room.undo(0, before)
    until = room.now + VOTING_TIME
    assert room.store.due(0, before=until + 1) == [(room.id, until)]

    with refused("not_expired_yet"):
        room.matches.handle(room.id, ExpireUndo(), Request(actor=CLOCK))
    room.now = until
    room.matches.handle(room.id, ExpireUndo(), Request(actor=CLOCK))

    assert room.match.vote is None
    assert room.store.due(0, before=until + 1) == []


@pytest.mark.rule("GB-11")
def test_who_resigns_during_a_vote_has_no_say_any_more():
    room = Room(people=3)
    before, table = room.live.version, room.match.table
    room.plays(times=12)
    room.undo(0, before)
    room.answers(1, agree=True)

    room.resigns(2)

    assert room.match.table == table
    assert room.match.people() == [0, 1]
    assert room.match == room.read_again()


@pytest.mark.rule("GB-12")
def test_the_request_of_somebody_who_resigns_is_void():
    room, before = room_far_beyond_the_barrier(people=3)
    room.undo(0, before)

    room.resigns(0)

    assert room.match.vote is None
    room.plays()


@pytest.mark.rule("GB-6")
def test_a_request_ends_with_the_match():
    room, before = room_far_beyond_the_barrier(resigning="end")
    room.undo(0, before)

    room.resigns(1)

    assert room.match.status == "abandoned"
    assert room.match.deadline is None
    assert describe_undo(room.match).vote is None
    with pytest.raises(GameIsOver):
        room.answers(1, agree=True)


@pytest.mark.rule("GB-9")
def test_what_a_stand_in_answered_is_not_taken_back_without_the_others():
    """Else whoever lets the time run out again and again would hold up the match for ever."""
    room = Room(clock=Clock(kind="per_answer", seconds=60))
    while True:
        seat, before, drawn = room.turn, room.live.version, room.match.draws
        room.now = room.match.deadline
        room.matches.handle(room.id, ExpireClock(), Request(actor=CLOCK))
        room.matches.handle(room.id, room.random.choice(room.options()), Request(actor=Actor.bot(seat)))
        if room.turn == seat and room.match.draws == drawn:
            break

    room.undo(seat, before)

    assert room.last()[0] == "UndoRequested"


@pytest.mark.rule("GB-11")
def test_two_requests_at_once_cannot_be():
    room, before = room_far_beyond_the_barrier(people=3)
    room.undo(0, before)

    with pytest.raises(NotNow):
        room.undo(1, before)


@pytest.mark.rule("GB-10")
def test_nobody_goes_back_past_the_start():
    room = Room()
    started = room.live.version
    room.plays()

    for version in (-1, 0, 1, started - 1):
        with refused("no_such_position"):
            room.undo(0, version)


@pytest.mark.rule("GB-10")
def test_nobody_goes_forward_by_an_undo():
    room = Room()
    room.plays()

    with refused("no_such_position"):
        room.undo(0, room.live.version + 1)
    with refused("nothing_to_undo"):
        room.undo(0, room.live.version)


@pytest.mark.rule("GB-10")
def test_a_struck_version_is_no_place_to_go_back_to():
    room = Room(people=1, bots=1)
    started = room.live.version
    room.plays(times=6)
    room.undo(0, started + 3)
    room.plays()

    with refused("already_struck"):
        room.undo(0, started + 5)


@pytest.mark.rule("GB-10", "GB-13")
def test_undos_pile_up_and_come_back_one_by_one():
    room = Room(people=1, bots=1)
    started = room.live.version
    tables = [room.match.table]
    for _ in range(6):
        room.plays()
        tables.append(room.match.table)

    room.undo(0, started + 4)
    room.undo(0, started + 2)
    assert room.match.table == tables[2]
    room.redo(0)
    assert room.match.table == tables[4]
    room.redo(0)
    assert room.match.table == tables[6]
    assert room.match == room.read_again()


@pytest.mark.rule("GB-8")
def test_a_match_may_be_played_without_undo():
    room = Room(undo="off")
    room.plays()

    with refused("undo_is_off"):
        room.undo(0, room.live.version - 1)


@pytest.mark.rule("GB-8")
def test_a_match_may_keep_undo_within_the_barrier():
    room = Room(undo="own")
    seat, before = room.to_a_free_undo()
    room.undo(seat, before)
    room.plays(times=12)

    with refused("beyond_the_barrier"):
        room.undo(0, before)


def test_host_and_guests_undo_nothing():
    room = Room()
    room.plays()

    with pytest.raises(NotPermitted):
        room.matches.handle(room.id, Undo(4), Request(token=room.host))
    with pytest.raises(TokenMissing):
        room.matches.handle(room.id, Undo(4), Request())


@pytest.mark.rule("GB-6")
def test_what_is_over_is_over():
    room = Room()
    while room.match.status == "running":
        room.plays()

    with pytest.raises(GameIsOver):
        room.undo(0, room.live.version - 1)


@pytest.mark.rule("GB-9")
@pytest.mark.parametrize("seed", range(8))
def test_the_barrier_holds_at_every_step_of_a_random_match(seed):
    """Free exactly if all answers since are the asker's own, without luck, and so is the turn."""
    room = Room(random_seed=seed)
    answers = []  # (version before, seat, drew)
    for _ in range(80):
        before, draws = room.live.version, room.match.draws
        seat = room.plays()
        answers.append((before, seat, room.match.draws != draws))
        since = answers[-room.random.randrange(1, 4) :]
        for asker in (0, 1):
            free = room.turn == asker and all(who == asker and not drew for _, who, drew in since)

            room.undo(asker, since[0][0])

            assert room.last()[0] == ("Rewound" if free else "UndoRequested")
            if free:
                room.redo(asker)
            else:
                room.answers(asker, agree=False)
    assert room.match == room.read_again()
