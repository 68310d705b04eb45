"""A rated match: which ones are, and why nobody goes back past luck in them."""

import pytest

from games.match.commands import SeatedBot
from games.match.state import Bot
from service.matches.handler import Request
from service.matches.opening import Forking, Opening, open_fork, open_new
from service.problems import Invalid, NotNow
from support.api.room import Room


def draw_luck(room):
    """Somebody plays until luck is drawn; the version before."""
    before, drawn = room.live.version, room.match.draws
    while room.match.draws == drawn:
        room.plays()
    return before


@pytest.mark.rule("GB-25")
@pytest.mark.parametrize(
    ("visibility", "wanted", "rated"),
    [("public", None, True), ("public", True, True), ("public", False, False), ("unlisted", None, False)],
)
def test_a_public_match_is_rated_unless_it_says_otherwise(visibility, wanted, rated):
    room = Room(visibility=visibility, rated=wanted)

    assert room.match.is_rated is rated
    assert room.read_again().rated is rated  # a recorded fact


@pytest.mark.rule("GB-25")
@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_only_a_public_match_can_be_rated(visibility):
    with pytest.raises(Invalid) as refusal:
        Room(visibility=visibility, rated=True)

    assert refusal.value.facts["violations"][0]["pointer"] == "/rated"


@pytest.mark.rule("GB-25")
@pytest.mark.parametrize(("people", "bots"), [(1, 1), (2, 0), (1, 2)])
def test_luck_that_counts_is_not_taken_back_and_met_again(people, bots):
    """With bots alone at the table nobody would say no."""
    room = Room(people=people, bots=bots, rated=True)
    before = draw_luck(room)
    draws = room.match.draws

    with pytest.raises(NotNow) as refusal:
        room.undo(0, before)

    assert refusal.value.facts["reason"] == "luck_counts"
    assert (room.match.draws, room.match.vote) == (draws, None)


def let_bot_answer_without_luck(room):
    """The bot in seat 1 answers, and nothing is drawn; the version before."""
    while True:
        before, drawn, asked = room.live.version, room.match.draws, room.turn
        room.plays()
        if asked == 1 and room.match.draws == drawn:
            return before


@pytest.mark.rule("GB-25")
def test_the_answer_of_a_bot_stands_like_luck():
    """It would choose anew: someone who plays alone against it would ask until it blunders."""
    room = Room(people=1, bots=1, rated=True)
    before = let_bot_answer_without_luck(room)

    with pytest.raises(NotNow) as refusal:
        room.undo(0, before)

    assert refusal.value.facts["reason"] == "luck_counts"


@pytest.mark.rule("GB-25", "GB-9")
def test_without_luck_one_goes_back_in_a_rated_match_as_in_any():
    room = Room(rated=True)
    seat, before = room.to_a_free_undo()

    room.undo(seat, before)

    assert room.last()[0] == "Rewound"


@pytest.mark.rule("GB-25", "GB-11")
def test_in_a_match_that_is_not_rated_luck_is_taken_back_by_consent():
    room = Room(rated=False)
    drawn = room.match.draws
    before = draw_luck(room)
    room.undo(0, before)
    room.answers(1, agree=True)

    assert room.match.draws == drawn


@pytest.mark.rule("GB-25", "GB-14")
def test_a_fork_is_never_rated():
    room = Room(rated=True)
    room.plays(times=4)
    opened = open_fork(room.matches, room.id, room.live.version, Forking(visibility="public"), Request())

    assert room.matches.repository.fresh(opened.match).match.rated is False


@pytest.mark.rule("GB-25")
def test_what_the_opening_says_of_ratings_stands_in_its_first_entry():
    room = Room()
    wanted = Opening(game="schiefer", seats=2, bots=(SeatedBot(0, Bot("random")),))
    opened = open_new(room.matches, wanted, Request())

    assert b'"rated":true' in bytes(opened.written.entry.events)
