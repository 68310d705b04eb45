"""Ten rounds of kill -9 while people play over HTTP; `bench/crash_rounds.py` does a hundred."""

from contextlib import closing

import pytest

from crashing import PARTS, House, Player, all_agree, every_effect_once, power_server, rounds


@pytest.fixture
def house():
    with power_server() as server, closing(House(server, seed=1769)) as opened:
        yield opened


def test_nothing_acknowledged_is_lost_and_every_effect_comes_once(house):
    players = [Player(house, number) for number in range(2)]

    matches = rounds(house, players, PARTS * 2)

    house.ends(matches)
    assert all_agree(house) > 100
    for match in matches:
        every_effect_once(house, match)
