"""The picture of a match: nothing leaves its frame, and it can be read in light and dark."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from service.matches.records.sheets import Sheet
from service.queries import scores
from service.queries.scores import ScoreAnswer

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*totals, names=None):
    """The sheets of rounds 1, 2 …"""
    series = [
        Sheet(version=number, round=number, lines=[], totals=points)
        for number, points in enumerate(totals, 1)
    ]
    seats = len(totals[0]) if totals else 2
    score = ScoreAnswer(
        match="m1",
        version=9,
        hash="",
        status="running",
        final=False,
        lines=[],
        totals=[0] * seats,
        places=[1] * seats,
        series=series,
    )
    return ET.fromstring(scores.draw_chart(score, names or [f"P{seat}" for seat in range(seats)], "en"))


def curves(picture):
    return [
        [tuple(map(float, place.split(","))) for place in line.get("points").split()]
        for line in picture.iter(f"{SVG}polyline")
    ]


def labels(picture):
    """Of the points at the side, from below."""
    return [
        int(text.text.replace("\N{MINUS SIGN}", "-")) for text in picture.iter(f"{SVG}text") if sideways(text)
    ]


def sideways(text):
    return text.get("x") == str(scores.LEFT - 8)


SERIES = [
    [[0, 0]],
    [[3, 1], [10, 4]],
    [[-5, -5, -3, 0], [51, 79, 65, 48]],
    [[-120, 7], [-3, 2]],
    [[number * 9 // 7, number // 3, 1] for number in range(1, 211)],
]


@pytest.mark.parametrize("totals", SERIES, ids=str)
def test_no_curve_leaves_the_frame_and_every_round_has_its_place(totals):
    for line in curves(drawn(*totals)):
        assert len(line) == len(totals) + 1
        assert all(a < b for (a, _), (b, _) in pairwise(line))
        for across, up in line:
            assert scores.LEFT <= across <= scores.WIDTH - scores.RIGHT
            assert scores.TOP <= up <= scores.HEIGHT - scores.BOTTOM


@pytest.mark.parametrize("totals", SERIES, ids=str)
def test_the_steps_at_the_side_are_round_numbers_few_and_hold_all_points(totals):
    marks = labels(drawn(*totals))
    [step] = {after - before for before, after in pairwise(marks)}
    assert re.fullmatch(r"[125]0*", str(step))
    assert 2 <= len(marks) <= 8
    assert marks[0] <= min(min(row) for row in totals)
    assert marks[-1] >= max(max(row) for row in totals)
    assert 0 in marks


def test_before_the_first_round_there_is_an_empty_frame():
    assert curves(drawn()) == [[(scores.LEFT, scores.HEIGHT - scores.BOTTOM)]] * 2


def test_a_long_name_is_cut_in_the_picture_and_whole_for_those_who_hear_it():
    name = "Wilhelmine von Hövel-Steinhausen"
    picture = drawn([1, 2], names=[name, "Bo"])

    assert name in picture.find(f"{SVG}desc").text
    shown = [text.text for text in picture.iter(f"{SVG}text")]
    assert "Wilhelmine von…" in shown
    assert name not in shown


def brightness(colour):
    """As the Web Content Accessibility Guidelines reckon it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("ground", "colours"), [("#fff", scores.LIGHT), ("#16181c", scores.DARK)])
def test_every_seat_stands_out_from_the_ground(ground, colours):
    assert f".ground{{fill:{ground}}}" in scores.style_rules()
    for colour in colours:
        darker, lighter = sorted((brightness(ground), brightness(colour)))
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5
