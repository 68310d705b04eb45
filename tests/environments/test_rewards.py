"""What a match is worth to each seat. It needs neither numpy nor PettingZoo."""

import pytest

from environments.rewards import REWARDS
from games.kernel import Line
from support.games.toy import toy_game


@pytest.fixture
def worth():
    """Of a match that ended with these places or points."""

    def of(reward, *, places=(), points=()):
        lines = [
            Line(seat=seat, category="stones", points=each, count=each, rule="TOY-3")
            for seat, each in enumerate(points)
        ]
        game = toy_game(places=lambda _: [*places] or [0] * len(points), score=lambda _: lines)
        return REWARDS[reward](game, None)

    return of


@pytest.mark.parametrize(
    ("places", "worths"),
    [
        ((2, 1), [-1 / 2, 1 / 2]),
        ((3, 1, 2), [-1 / 3, 2 / 3, -1 / 3]),
        ((4, 3, 2, 1), [-1 / 4, -1 / 4, -1 / 4, 3 / 4]),
        ((1, 1), [0, 0]),
        ((1, 4, 1, 3), [1 / 4, -1 / 4, 1 / 4, -1 / 4]),
        ((1, 1, 1, 4), [1 / 12, 1 / 12, 1 / 12, -1 / 4]),
    ],
    ids=str,
)
def test_a_victory_is_worth_one_less_a_fair_share_and_a_shared_one_its_part(worth, places, worths):
    assert worth("victory", places=places) == pytest.approx(worths)


@pytest.mark.parametrize(
    ("points", "worths"),
    [
        ((30, 40), [-5, 5]),
        ((10, 40, 40), [-20, 10, 10]),
        ((-3, 5, 1, 1), [-4, 4, 0, 0]),
    ],
    ids=str,
)
def test_a_lead_is_in_points_ahead_of_the_mean_of_all_seats(worth, points, worths):
    assert worth("lead", points=points) == pytest.approx(worths)


def test_there_is_no_other_reward():
    assert list(REWARDS) == ["victory", "lead"]
