"""The score of a table and the points of its history are two computations, and come to the same."""

import pytest

from support.games import golden
from support.games.points_by_events import points


@pytest.mark.parametrize("path", golden.histories(), ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_the_points_of_the_events_are_the_points_of_the_table(path):
    history = golden.load(path)
    name = history["rules"].partition("/")[0]
    sheet = [0] * history["seats"]
    for line in history["score"]:
        sheet[line["seat"]] += line["points"]

    assert points(name, history["seats"], [event for batch in history["events"] for event in batch]) == sheet
