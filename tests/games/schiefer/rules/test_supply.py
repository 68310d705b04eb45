import pytest

from games.schiefer import reasons
from games.schiefer.commands import LetLapse, OpenMine, TakeSupply
from games.schiefer.events import SupplyTaken
from support.games.schiefer_given import BLUE, answer, at_work, barred, legal, player


@pytest.mark.rule("SF-20")
@pytest.mark.parametrize("die", [1, 2])
def test_supply_takes_one_own_marker_from_the_reserve(die):
    game = at_work(die, players=[player(supply=4), player()])
    assert answer(game, TakeSupply()) == [SupplyTaken(BLUE)]
    assert (game.players[BLUE].supply, game.players[BLUE].reserve) == (5, 21)


@pytest.mark.rule("SF-R9", "SF-20")
def test_an_empty_reserve_supplies_nothing():
    game = at_work(2, players=[player(reserve=0), player()])
    assert barred(game, TakeSupply) == {TakeSupply(): reasons.NO_MARKER_TO_TAKE}
    # On a choice field the other action remains.
    assert legal(game, OpenMine)
    assert legal(game, LetLapse)


@pytest.mark.rule("SF-20")
def test_the_last_marker_of_the_reserve_can_be_taken():
    game = at_work(1, players=[player(reserve=1), player()])
    answer(game, TakeSupply())
    assert game.players[BLUE].reserve == 0
