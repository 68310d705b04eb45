"""A client that follows nothing but what answers contain plays every game, and whatever lies around it."""

import pytest

from games.catalogue import GAMES
from games.kernel.words import LANGUAGES
from support.api.api import client
from support.api.rule_free import RuleFree
from support.docs.oddities import oddities

SEATS = [(game.name, seats) for game in GAMES.values() for seats in game.seats]


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_it_opens_fills_starts_takes_back_votes_pauses_and_plays_to_the_end(game, seats):
    people = RuleFree(client(), game, seats, lang=LANGUAGES[seats % len(LANGUAGES)])

    now = people.play(people.gather(), moves=6)
    for _ in range(4):
        now = people.go_back(people.play(now, moves=2), by_vote=False)
        now = people.bring_back(now)
        now = people.play(people.go_back(now, by_vote=True), moves=2)
        now = people.play(people.pause(), moves=1)
    before = people.requests
    moves_before = people.done["submit_command"]
    now = people.play(now)

    assert now["waits_for"]["kind"] == "over"
    assert (now["status"], now["send"]) == ("finished", None)
    assert [action["operation"] for action in now["actions"]] == ["ask_review", "rematch"]
    assert people.requests - before == people.done["submit_command"] - moves_before  # one a move
    assert people.done.keys() >= {
        *("open_match", "seat_bot", "leave_seat", "take_seat", "start_match", "submit_command"),
        *("undo", "redo", "answer_undo", "pause", "answer_pause", "resume"),
    }
    people.send(now["actions"][0], None)
    assert people.ask(people.links["review"])["asked"]
    assert people.client.get(people.links["story"]).text
    assert [odd for sentence in sorted(people.said) for odd in oddities(sentence)] == []


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_it_resigns_one_seat_after_the_other(game, seats):
    people = RuleFree(client(), game, seats)
    people.play(people.gather(), moves=3)

    now = people.resign()

    assert people.done["resign"] == seats
    assert now["waits_for"]["kind"] == "bot"
    assert now["actions"] == []


def test_it_cancels_what_has_not_begun():
    people = RuleFree(client(), "schiefer", seats=2)
    (cancel,) = people.offered("cancel_match", people.host)

    people.send(cancel, people.host)

    assert people.look()["waits_for"]["kind"] == "over"
