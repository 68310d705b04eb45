"""Care: what looks best is tried out at doubtful questions, and a long thought ends with such playouts."""

from itertools import islice

import pytest

from games.kernel import tag_of
from games.kernel.copying import clone
from support.games.luck import Seeded
from support.games.walk import walk
from workers.bots import careful
from workers.bots.budget import Budget
from workers.bots.careful import CARE, TRIES, CarefulGlance
from workers.bots.lessons import command_at_a_taught_glance
from workers.bots.pace import NO_HURRY, NOTHING_YET
from workers.bots.playout import play_out
from workers.bots.search import LEAST_PLAYOUTS, LEAST_SURVEY, Candidate, Race, weigh_options

CAREFUL = [name for name, seats in CARE if seats == 2]
NAME = "ruhrschifffahrt"  # where one way will do
LONG, SHORT = Budget(playouts=600), Budget(playouts=30)


def positions(many, wanted=None, name=NAME):
    """One by one: the table of each is the one that the walk goes on with."""
    found = (each for each in walk(name, seats=2, seed=3) if len(each.legal) > 2)
    return islice((each for each in found if wanted is None or wanted(each)), many)


def doubtful(position):
    return tag_of(type(position.live.agenda[0])) in CARE[position.game.name, 2].doubtful


def careful_glance(name=NAME):
    return CarefulGlance(CARE[name, 2])


def weigh(position, budget):
    return weigh_options(position.game, position.live, position.legal, Seeded(1), budget, NO_HURRY)


@pytest.mark.parametrize("name", CAREFUL)
def test_at_a_doubtful_question_the_best_at_a_glance_are_tried_under_the_same_luck(monkeypatch, name):
    for position in positions(5, doubtful, name):
        tried = []

        def leads(game, table, command, seed, tried=tried):
            tried.append((command, seed))
            return 100.0 * len(tried)  # the last one leads furthest, whatever a glance says

        monkeypatch.setattr(careful, "play_out", leads)
        glance, before = careful_glance(name), clone(position.live)
        answer = glance(position.game, position.live, position.legal, Seeded(1))
        assert len(tried) == glance.tries == min(TRIES, len(position.legal))
        assert answer == tried[-1][0]
        assert len({seed for _, seed in tried}) == 1
        at_a_glance = command_at_a_taught_glance(position.game, position.live, position.legal, Seeded(1))
        assert at_a_glance in [command for command, _ in tried]
        assert position.live == before


def test_at_other_questions_it_answers_at_a_glance():
    for position in positions(5, lambda each: not doubtful(each)):
        glance, about = careful_glance(), (position.game, position.live, position.legal)
        assert glance(*about, Seeded(1)) == command_at_a_taught_glance(*about, Seeded(1))
        assert glance.tries == 0


def test_a_careful_playout_is_repeatable_and_shows_something_else_now_and_then():
    differs = 0
    for position in positions(12):
        about = (position.game, position.live, position.legal[0], 7)
        with_care = play_out(*about, careful_glance())
        assert with_care == play_out(*about, careful_glance())
        differs += with_care != play_out(*about)
    assert differs


@pytest.mark.parametrize("name", CAREFUL)
def test_it_tries_only_so_much_in_a_playout(name):
    care, tried = CARE[name, 2]._replace(most_tries=7), set()
    for position in positions(60, name=name):
        glance = CarefulGlance(care)
        play_out(position.game, position.live, position.legal[0], 7, glance)
        tried.add(glance.tries)
    assert max(tried) in {care.most_tries - 1, care.most_tries}


class Watch:
    """What careful playouts a thought makes."""

    def __init__(self, monkeypatch):
        self.glances = []
        monkeypatch.setattr("workers.bots.search.CarefulGlance", self.begin)

    def begin(self, care):
        self.glances.append(CarefulGlance(care))
        return self.glances[-1]


@pytest.mark.parametrize("name", CAREFUL)
def test_a_long_thought_ends_with_care_that_tells_something_and_keeps_to_its_budget(monkeypatch, name):
    watch, cared = Watch(monkeypatch), 0
    for position in positions(30, lambda each: each.number % 12 == 0, name):
        watch.glances.clear()
        tried = weigh(position, LONG)
        spent = sum(each.playouts for each in tried) + sum(each.tries for each in watch.glances)
        assert spent <= LONG.playouts + CARE[name, 2].most_tries, "what has begun is finished"
        assert not watch.glances or len(watch.glances) >= 2 * LEAST_PLAYOUTS
        leads = [each.lead for each in tried if each.lead is not None]
        assert leads[0] == max(leads)
        cared += bool(watch.glances)
    assert cared > 3


@pytest.mark.parametrize("name", CAREFUL)
def test_for_a_short_thought_care_is_too_dear(monkeypatch, name):
    watch = Watch(monkeypatch)
    for position in positions(6, name=name):
        weigh(position, SHORT)
    assert SHORT.playouts < 2 * LEAST_PLAYOUTS * CARE[name, 2].usual_tries
    assert not watch.glances


def test_when_a_budget_is_overrun_no_care_begins():
    """As when a machine stood still in the middle of a thought."""
    options = [Candidate(rank, None, 0.0) for rank in range(6)]
    for option in options:
        option.leads = [0.0] * LEAST_SURVEY
    race = Race(options, NOTHING_YET, CARE[NAME, 2])
    race.passes, race.playouts = LEAST_SURVEY, 6 * LEAST_SURVEY
    race.begin_care(1, Budget(playouts=6).begin(playouts=race.playouts))
    assert (race.contenders, len(race.running)) == (0, 6)


@pytest.mark.parametrize(("name", "seats"), [("schiefer", 4), ("schichtwechsel", 2), (NAME, 3), (NAME, 4)])
def test_where_it_was_not_found_to_pay_there_is_no_care(monkeypatch, name, seats):
    watch = Watch(monkeypatch)
    for position in islice((each for each in walk(name, seats=seats, seed=3) if len(each.legal) > 2), 3):
        weigh(position, LONG)
    assert not watch.glances


def test_a_judge_may_do_without(monkeypatch):
    watch = Watch(monkeypatch)
    weigh(next(positions(1)), Budget(playouts=LONG.playouts, care=False))
    assert not watch.glances


def test_what_seemed_clearly_behind_may_win_with_care(monkeypatch):
    """At a glance the first option is far ahead; whoever cares sees that it is the second."""
    position = next(positions(1))
    first, second = position.legal[:2]

    def leads(game, table, command, seed, policy=None):
        better = first if policy is None else second
        return 5.0 if command == better else 0.0

    monkeypatch.setattr("workers.bots.search.play_out", leads)
    tried = weigh(position, LONG)
    assert tried[0].command == second


def candidate(leads, careful_leads):
    option = Candidate(0, None, 0.0)
    option.leads, option.careful_leads = leads, careful_leads
    return option


def test_with_care_it_takes_more_to_be_clearly_behind():
    """It is behind by 2.8 standard errors."""
    behind, ahead = [0.0] * LEAST_PLAYOUTS, [0.0, 3.0, 2.0, 1.0, 4.0]
    assert candidate(behind, []).clearly_behind(candidate(ahead, []))
    assert not candidate(behind, behind).clearly_behind(candidate(behind, ahead))


def test_who_was_not_played_on_with_care_is_told_what_care_promises_the_best_but_never_more():
    told = [candidate([lead] * 8, []).report(care=-2.0, most=3.0).lead for lead in (1.0, 4.0, 9.0)]
    assert told == [-1.0, 2.0, 3.0]
    with_care = candidate([9.0] * 8, [2.5] * LEAST_PLAYOUTS).report(care=-2.0, most=3.0)
    assert (with_care.lead, with_care.playouts) == (2.5, 8 + LEAST_PLAYOUTS)
