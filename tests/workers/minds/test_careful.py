"""Care: what looks best is tried out at doubtful questions, and a long thought ends with such playouts."""

from itertools import islice

from games.kernel.copying import clone
from support.games.luck import Seeded
from support.games.walk import walk
from workers.minds import careful
from workers.minds.budget import Budget
from workers.minds.careful import COST_OF_CARE, TRIES, CarefulGlance, is_doubtful
from workers.minds.lessons import command_at_a_taught_glance
from workers.minds.pace import NO_HURRY
from workers.minds.playout import play_out
from workers.minds.search import LEAST_PLAYOUTS, weigh_options

NAME = "ruhrschifffahrt"
LONG, SHORT = Budget(playouts=600), Budget(playouts=30)


def positions(many, wanted=None):
    """One by one: the table of each is the one that the walk goes on with."""
    found = (each for each in walk(NAME, seats=2, seed=3) if len(each.legal) > 2)
    return islice((each for each in found if wanted is None or wanted(each)), many)


def doubtful(position):
    return is_doubtful(position.game, position.live)


def weigh(position, budget):
    return weigh_options(position.game, position.live, position.legal, Seeded(1), budget, NO_HURRY)


def test_at_a_doubtful_question_the_best_at_a_glance_are_tried_under_the_same_luck(monkeypatch):
    for position in positions(5, doubtful):
        tried = []

        def leads(game, table, command, seed, tried=tried):
            tried.append((command, seed))
            return float(len(tried))  # the last one leads furthest

        monkeypatch.setattr(careful, "play_out", leads)
        glance, before = CarefulGlance(), clone(position.live)
        answer = glance(position.game, position.live, position.legal, Seeded(1))
        assert len(tried) == glance.tries == min(TRIES, len(position.legal))
        assert answer == tried[-1][0]
        assert len({seed for _, seed in tried}) == 1
        at_a_glance = command_at_a_taught_glance(position.game, position.live, position.legal, Seeded(1))
        assert at_a_glance in [command for command, _ in tried]
        assert position.live == before


def test_at_other_questions_it_answers_at_a_glance():
    for position in positions(5, lambda each: not doubtful(each)):
        glance, about = CarefulGlance(), (position.game, position.live, position.legal)
        assert glance(*about, Seeded(1)) == command_at_a_taught_glance(*about, Seeded(1))
        assert glance.tries == 0


def test_a_careful_playout_is_repeatable_and_shows_something_else_now_and_then():
    differs = 0
    for position in positions(12):
        about = (position.game, position.live, position.legal[0], 7)
        with_care = play_out(*about, CarefulGlance())
        assert with_care == play_out(*about, CarefulGlance())
        differs += with_care != play_out(*about)
    assert differs


class Watch:
    """What careful playouts a thought makes."""

    def __init__(self, monkeypatch):
        self.playouts = 0
        monkeypatch.setattr("workers.minds.search.CarefulGlance", self.begin)

    def begin(self):
        self.playouts += 1
        return CarefulGlance()


def test_a_long_thought_ends_with_care_and_keeps_to_its_budget(monkeypatch):
    watch, cared = Watch(monkeypatch), 0
    for position in positions(6):
        before = watch.playouts
        tried = weigh(position, LONG)
        cared += watch.playouts > before
        counted = sum(each.playouts for each in tried)
        assert counted <= LONG.playouts
        assert tried[0].playouts > LEAST_PLAYOUTS
        leads = [each.lead for each in tried if each.lead is not None]
        assert leads[0] == max(leads)
    assert cared > 3


def test_for_a_short_thought_care_is_too_dear(monkeypatch):
    watch = Watch(monkeypatch)
    for position in positions(6):
        weigh(position, SHORT)
    assert SHORT.playouts < 2 * LEAST_PLAYOUTS * COST_OF_CARE
    assert watch.playouts == 0


def test_other_games_think_without_care(monkeypatch):
    watch = Watch(monkeypatch)
    for name in ("schiefer", "schichtwechsel"):
        position = next(each for each in walk(name, seats=2, seed=3) if len(each.legal) > 2)
        weigh(position, LONG)
    assert watch.playouts == 0


def test_what_seemed_clearly_behind_may_win_with_care(monkeypatch):
    """At a glance the first option is far ahead; whoever cares sees that it is the second."""
    position = next(positions(1))
    first, second = position.legal[:2]

    def leads(game, table, command, seed, policy=None):
        better = first if policy is None else second
        return 5.0 if command == better else 0.0

    monkeypatch.setattr("workers.minds.search.play_out", leads)
    tried = weigh(position, LONG)
    assert tried[0].command == second
