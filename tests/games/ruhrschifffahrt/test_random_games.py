"""Whole random games, watched all the way (see campaign.watch and ruhrschifffahrt_ledger)."""

import pytest

from support.games.campaign import campaign
from support.games.ruhrschifffahrt_given import BOARD, GAME

NAME = "ruhrschifffahrt"


def ended_as_it_should(end):
    assert end.live.round == len(BOARD.timeline.rounds)
    sheet = GAME.score(end.live)
    for seat, player in enumerate(end.live.players):
        assert sum(line.points for line in sheet if line.seat == seat) >= 0
        assert player.thalers <= BOARD.money.kept_at_round_end


@pytest.mark.rule("RS-1", "RS-15", "RS-17", "RS-19", "RS-50", "RS-58", "RS-97", "RS-138", "RS-R31", "RS-R52")
def test_every_position_of_a_few_games_is_looked_at_closely():
    for end in campaign(NAME, 6):  # each number of seats with 18 and with 20 markers
        ended_as_it_should(end)


@pytest.mark.rule("RS-1", "RS-15", "RS-17", "RS-19", "RS-50", "RS-58", "RS-97", "RS-138", "RS-R31", "RS-R52")
@pytest.mark.parametrize("first", range(6, 66, 15))
def test_many_games_end_after_twelve_rounds_and_lose_nothing(first):
    for end in campaign(NAME, 15, first=first, every=10):
        ended_as_it_should(end)
