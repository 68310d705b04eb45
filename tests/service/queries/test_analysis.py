"""A review in words and as a picture: verdicts by cost, accuracy, luck, and what turned the match."""

import xml.etree.ElementTree as ET

import pytest

from service.matches.records.analysis import JudgedDecision
from service.queries import scores
from service.queries.analysis import (
    describe_review,
    draw_review,
    find_turning_points,
    measure_accuracy,
    name_verdict,
    sum_up_seat,
)
from support.api import books
from workers.analysis.review import judge_decision, list_decisions

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ada", "<Bo>"]


def judged(version, seat=0, cost=0.0, outlook=0.0, luck=None):
    return JudgedDecision(
        version=version,
        round=1,
        seat=seat,
        options=3,
        best={"type": "pass"},
        lead=outlook,
        cost=cost,
        error=0.1,
        outlook=[outlook, -outlook],
        luck=None if luck is None else [luck, -luck],
    )


def review(game="schichtwechsel", lang="en", many=5):
    entries = books.begin_book(game)
    found = [judge_decision(one, 10) for one in list(list_decisions(entries))[:many]]
    return describe_review("m1", entries, found, 6, playouts=10, names=NAMES, lang=lang)


@pytest.mark.parametrize(
    ("cost", "verdict"),
    [(0, "best"), (0.9, "good"), (1, "inaccuracy"), (2.5, "mistake"), (4.9, "mistake"), (5, "blunder")],
)
def test_a_verdict_follows_from_the_cost(cost, verdict):
    assert name_verdict(cost) == verdict


def test_accuracy_is_full_without_costs_and_falls_with_each():
    assert measure_accuracy([0, 0]) == 100
    assert measure_accuracy([0, 5]) > measure_accuracy([0, 20]) > 50
    assert measure_accuracy([]) is None


def test_a_seat_is_charged_for_its_own_decisions_and_meets_the_luck_of_all():
    seat = sum_up_seat(1, [judged(3, 0, 4.0, luck=2.0), judged(4, 1, 6.0, luck=-0.5), judged(5, 1)])
    assert (seat.decisions, seat.cost, seat.luck) == (2, 6.0, -1.5)
    assert seat.verdicts == {"best": 1, "blunder": 1}


def test_turning_points_are_what_changed_the_outlook_by_a_mistake_or_by_luck():
    points = find_turning_points(
        [
            judged(3, outlook=1.0),
            judged(4, seat=1, cost=7.0, outlook=8.0),
            judged(5, outlook=8.5),
            judged(6, outlook=-4.0, luck=-12.0),
            judged(7, outlook=4.0),  # neither: the search sees further now
        ]
    )
    assert [(each.version, each.cause) for each in points] == [(4, "decision"), (6, "luck")]
    assert points[0].change == [7.0, -7.0]


@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_decisions_are_told_in_both_languages(game):
    english, german = review(game), review(game, "de")
    assert not english.ready
    assert (english.judged, english.total) == (5, 6)
    for one, other in zip(english.decisions, german.decisions, strict=True):
        assert one.label
        assert one.cost == other.cost
        assert one.verdict in {"best", "good"} or one.best_label != one.label
    assert [one.label for one in english.decisions] != [one.label for one in german.decisions]


def test_the_picture_has_a_line_for_each_seat_within_its_frame():
    picture = ET.fromstring(draw_review(review(), NAMES, "en"))
    lines = list(picture.iter(f"{SVG}polyline"))
    assert len(lines) == 2
    for line in lines:
        places = [tuple(map(float, place.split(","))) for place in line.get("points").split()]
        assert len(places) == 5
        for across, up in places:
            assert scores.LEFT <= across <= scores.WIDTH - scores.RIGHT
            assert scores.TOP <= up <= scores.HEIGHT - scores.BOTTOM
    assert "<Bo>" in [text.text for text in picture.iter(f"{SVG}text")]


def test_before_anything_is_judged_there_is_an_empty_frame():
    assert "polyline" in draw_review(review(many=0), NAMES, "de")
