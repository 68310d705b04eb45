"""The search that rolls its options out: repeatable when counted, in time otherwise, blind to the seed."""

from itertools import product

import pytest

from games.catalogue import GAMES
from games.kernel import Play
from games.kernel.copying import clone
from support.games import toy
from support.games.luck import Rigged, Seeded
from support.games.toy import Take, TakeStones, ToyTable
from support.games.walk import walk
from workers.bots import choose, policies, search
from workers.bots import rollouts as rollouts_module
from workers.bots.policies import estimate_values
from workers.bots.search import search_options
from workers.bots.time_control import NO_SUSPENSION, Budget

NAMES = list(GAMES)


def positions(name, *, seats=2, seed=3, every=20):
    """Some positions of a random match in which there is a choice."""
    for position in walk(name, seats=seats, seed=seed):
        if position.legal and position.number % every == 0:
            yield position
        if position.number > 200:
            return


def chosen(position, rollouts=30, seed=1):
    return choose(
        "search", position.game, position.live, position.legal, Seeded(seed), Budget(rollouts=rollouts)
    )


def search_position(position, rollouts):
    return search_options(
        position.game, position.live, position.legal, Seeded(1), Budget(rollouts=rollouts), NO_SUSPENSION
    )


@pytest.mark.parametrize("name", NAMES)
def test_it_takes_what_is_offered_and_leaves_the_table_as_it_is(name):
    for position in positions(name, seats=3):
        before = clone(position.live)
        assert chosen(position) in position.legal
        assert position.live == before


@pytest.mark.parametrize("name", NAMES)
def test_the_same_luck_and_count_choose_the_same(name):
    for position in positions(name, every=40):
        assert chosen(position) == chosen(position)


@pytest.fixture
def counted(monkeypatch):
    """The rollouts there were."""
    calls = []

    def counting(*about):
        calls.append(about)
        return rollouts_module.roll_out_lead(*about)

    monkeypatch.setattr(search, "roll_out_lead", counting)
    return calls


@pytest.mark.parametrize("rollouts", [1, 7, 50])
def test_it_takes_no_more_rollouts_than_it_may(counted, rollouts):
    for position in positions("schichtwechsel"):
        counted.clear()
        chosen(position, rollouts)
        assert len(counted) <= rollouts


def test_where_one_option_is_clearly_better_it_spends_less_than_it_may(counted):
    spent = []
    for position in positions("schichtwechsel"):
        counted.clear()
        chosen(position, rollouts=400)
        spent.append(len(counted))
    assert min(spent) < 100


def test_a_single_option_is_not_thought_about(counted):
    table = ToyTable(edition="first", stones=5, taken=[0, 0], agenda=(Take(0),))
    answer = choose("search", toy.toy_game(), table, [TakeStones(2)], Rigged(0), Budget(rollouts=9))
    assert answer == TakeStones(2)
    assert counted == []


@pytest.mark.parametrize("clock", ["thread_time", "monotonic"])
def test_it_stops_when_its_time_of_the_processor_is_up_or_somebody_waited_half_as_long_again(
    monkeypatch, counted, clock
):
    position = next(positions("schiefer"))
    ticks = iter(number / 1000 for number in range(10_000))
    still = {"thread_time", "monotonic"} - {clock}
    monkeypatch.setattr(f"workers.bots.time_control.{still.pop()}", lambda: 0.0)
    monkeypatch.setattr(f"workers.bots.time_control.{clock}", lambda: next(ticks))
    choose("search", position.game, position.live, position.legal, Seeded(1), Budget(milliseconds=10))
    # Every look at this clock takes a millisecond: one at the start, then one or more before each rollout.
    assert 0 < len(counted) <= {"thread_time": 10, "monotonic": 15}[clock]


@pytest.mark.parametrize("name", NAMES)
def test_it_tells_of_each_option_what_it_found_and_takes_the_first(name):
    for position in positions(name, every=40):
        tried = search_position(position, rollouts=300)
        assert sorted(map(repr, (each.command for each in tried))) == sorted(map(repr, position.legal))
        assert tried[0].command == chosen(position, rollouts=300)
        assert all(each.rollouts for each in tried)
        assert sum(each.rollouts for each in tried) <= 300


def test_the_heuristic_value_of_an_option_counts_besides_what_it_leads_to(monkeypatch):
    """Leads are told up to that of the best one, so those below it are compared."""
    compared = []
    for position in positions("schiefer", every=5):

        def leads(weight, position=position):
            monkeypatch.setattr(policies, "HEURISTIC_WEIGHTS", {("schiefer", 2): weight})
            tried = search_position(position, rollouts=5 * len(position.legal))
            return {one.command: one.lead for one in tried if one.rollouts == 5 and one.lead < tried[0].lead}

        plain, blended = leads(0.0), leads(0.5)
        worth = estimate_values(position.game, position.live, position.legal)
        compared += [
            (plain[command] - blended[command], (max(worth) - each) / 2)
            for command, each in zip(position.legal, worth, strict=True)
            if command in plain and command in blended
        ]
    assert len(compared) > 5
    assert all(counted == pytest.approx(behind) for counted, behind in compared)


def test_what_there_was_no_time_for_comes_last_and_says_so():
    position = next(each for each in positions("schiefer") if len(each.legal) > 5)
    tried = search_position(position, rollouts=len(position.legal) - 1)
    untried = [each for each in tried if not each.rollouts]
    assert untried
    assert tried[-len(untried) :] == untried
    assert {(each.lead, each.error) for each in untried} == {(None, None)}


def test_the_error_of_a_mean_is_that_of_a_sample():
    """The squares are divided by one less than there are rollouts (Bessel), their mean by all of them."""
    assert search.error_of_mean([1.0, 3.0]) == pytest.approx(1.0)
    assert search.error_of_mean([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]) == pytest.approx((4 / 7) ** 0.5)


def test_time_is_spent_among_those_in_front():
    shares = []
    for position in positions("ruhrschifffahrt"):
        spent = [each.rollouts for each in search_position(position, rollouts=600)]
        assert spent[0] == max(spent)
        shares.append(max(spent) / min(spent))
    assert max(shares) > 2


def test_another_die_rolled_by_one_seat_leaves_the_luck_of_the_others_as_it_is():
    one, other = rollouts_module.CommonRandomNumbers(7), rollouts_module.CommonRandomNumbers(7)
    other.use_stream(0, "TakeStones")
    other.die()  # one more
    for seat in (1, 0, 1):
        one.use_stream(seat, "Take")
        other.use_stream(seat, "Take")
        assert [one.next_below(1000) for _ in range(5)] == [other.next_below(1000) for _ in range(5)]


def test_seats_causes_and_seeds_have_luck_of_their_own():
    drawn = set()
    for seed, seat, cause in product((7, 8), (0, 1), ("Take", "TakeStones")):
        luck = rollouts_module.CommonRandomNumbers(seed)
        luck.use_stream(seat, cause)
        drawn.add(tuple(luck.next_below(1000) for _ in range(3)))
    assert len(drawn) == 8


@pytest.mark.parametrize("name", NAMES)
def test_what_it_imagines_is_drawn_from_luck_of_its_own(name, monkeypatch):
    """One number comes from the luck handed in; all draws of the rollouts from generators made of it."""
    lucks = []

    class Watched(Play):
        def __init__(self, rules, table, chance):
            lucks.append(chance)
            super().__init__(rules, table, chance)

    monkeypatch.setattr(rollouts_module, "Play", Watched)
    position = next(positions(name))
    handed_in = Rigged(77)  # and complains if a second number is wanted
    choose("search", position.game, position.live, position.legal, handed_in, Budget(rollouts=20))
    assert {type(luck) for luck in lucks} == {rollouts_module.CommonRandomNumbers}
