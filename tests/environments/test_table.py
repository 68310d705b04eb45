"""Environments by PettingZoo's own tests, and beside matches of the arena; `.ci/environments/run` runs it."""

import warnings
from importlib import import_module

import pytest

from games.catalogue import GAMES
from games.kernel.editions.admission import admit
from games.match.events import LuckDrawn
from games.match.luck import RecordedLuck
from support.games.corrected import corrected_imprint
from workers.arena.matches import Pairing, play_moves
from workers.bots.player import Player

pettingzoo = pytest.importorskip(
    "pettingzoo.test", reason="PettingZoo is not here: .ci/environments/run brings it"
)
GameEnv, env = (getattr(import_module("environments.table"), name) for name in ("GameEnv", "env"))

TABLES = [(game, seats) for game in GAMES for seats in GAMES[game].seats]
LAZY = ("MarkActions", "LetLapse", "EndTurn", "SitOut")
EXPECTED = (  # PettingZoo lists the environments whose observations may be dictionaries: its own
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
)


def play_random(table, answers=10_000):
    """(agent, action, reward) of each step that was taken."""
    steps = []
    for agent in table.agent_iter(answers):
        observation, reward, over, broken_off, _ = table.last()
        action = None if over or broken_off else table.action_space(agent).sample(observation["action_mask"])
        steps.append((agent, action, reward))
        table.step(action)
    return steps


@pytest.fixture
def given():
    def make(game="schiefer", **settings):
        table = GameEnv(game, **settings)
        table.reset(seed=7)
        for number, agent in enumerate(table.possible_agents):
            table.action_space(agent).seed(number)
        return table

    return make


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_api_test_of_pettingzoo_passes(game, seats):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        pettingzoo.api_test(env(game, seats=seats), num_cycles=700)

    assert [str(each.message) for each in caught if not str(each.message).startswith(EXPECTED)] == []


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_seed_test_of_pettingzoo_passes(game, seats):
    pettingzoo.seed_test(lambda: env(game, seats=seats), num_cycles=40)


@pytest.mark.parametrize("game", GAMES)
def test_the_render_test_of_pettingzoo_passes(game):
    pettingzoo.render_test(lambda **mode: env(game, **mode), {"svg": lambda drawn: drawn.startswith("<svg")})


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_with_the_same_luck_and_answers_the_same_happens_as_in_a_match(game, seats):
    moves = list(play_moves(Pairing(GAMES[game], [Player("random")] * seats, 11, {})))
    happened = [event for move in moves for event in move.decided.events]
    drawn = tuple(draw for event in happened if isinstance(event, LuckDrawn) for draw in event.draws)
    table = GameEnv(game, seats=seats, luck=lambda _seed, _match: RecordedLuck(b"", 0, drawn))
    table.reset()

    for move in moves[2:]:  # the first two open the match and start it
        assert table.agent_selection == f"seat_{move.actor.seat}"
        table.step(table.legal.index(move.command))

    assert table.play.events == [event for event in happened if isinstance(event, GAMES[game].events)]
    assert all(table.terminations.values())


@pytest.mark.parametrize("reward", ["victory", "lead"])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_rewards_come_at_the_end_and_add_up_to_zero(given, game, seats, reward):
    table = given(game, seats=seats, reward=reward)

    steps = play_random(table)

    assert all(got == 0 for _, action, got in steps if action is not None)
    last = {agent: got for agent, action, got in steps if action is None}
    assert sorted(last) == table.possible_agents
    assert sum(last.values()) == pytest.approx(0)
    assert max(last.values()) > 0


def test_the_winner_gets_the_victory_less_its_fair_share(given):
    table = given("ruhrschifffahrt", seats=4)
    last = {agent: got for agent, action, got in play_random(table) if action is None}
    places = GAMES["ruhrschifffahrt"].places(table.table)
    assert places.count(1) == 1
    assert [last[agent] for agent in table.possible_agents] == [
        0.75 if place == 1 else -0.25 for place in places
    ]


def test_without_a_seed_the_next_match_is_another_and_the_row_of_matches_comes_again(given):
    def two_matches():
        table = given()
        found = []
        for _ in range(2):
            play_random(table)
            found.append(table.play.events)
            table.reset()
        return found

    first, second = two_matches()

    assert first != second
    assert two_matches() == [first, second]


def test_the_mask_allows_the_options_of_whoever_is_asked(given):
    table = given(seats=3)
    for agent in table.possible_agents:
        seen = table.observe(agent)
        allowed = len(table.legal) if agent == table.agent_selection else 0
        assert seen["action_mask"].tolist() == [1] * allowed + [0] * (len(seen["action_mask"]) - allowed)
        assert seen["options"].any(axis=1).tolist() == [bool(each) for each in seen["action_mask"]]


@pytest.mark.parametrize("action", [-1, 127, 128, None])
def test_what_the_mask_forbids_is_refused_and_changes_nothing(given, action):
    table = given()
    before = list(table.play.events)

    with pytest.raises(ValueError, match="none of the"):
        table.step(action)

    assert table.play.events == before
    table.step(0)


def test_a_match_without_end_is_broken_off_and_scored_as_it_stands(given):
    table = given(seats=2)
    while not any(table.truncations.values()):
        lazy = [number for number, each in enumerate(table.legal) if type(each).__name__ in LAZY]
        table.step(lazy[0] if lazy else len(table.legal) - 1)
    assert table.table.round * 2 > GAMES["schiefer"].most_turns
    assert not any(table.terminations.values())
    assert sum(table.rewards.values()) == 0


def test_it_is_played_on_corrected_boards_with_options_of_the_game(given):
    imprint = admit(GAMES["schiefer"], corrected_imprint("schiefer").canonical)

    table = given(edition=imprint.id, options={"stall_rounds": 3})

    assert table.table.edition == imprint.id
    assert table.table.options.stall_rounds == 3
    assert play_random(table)


@pytest.mark.parametrize(
    "settings",
    [{"game": "chess"}, {"seats": 5}, {"edition": "nobody"}, {"reward": "fun"}, {"render_mode": "rgb_array"}],
    ids=str,
)
def test_settings_that_a_game_does_not_have_are_named(settings):
    with pytest.raises(ValueError, match="none of"):
        GameEnv(**{"game": "schiefer"} | settings)


def test_options_that_a_game_does_not_have_are_named():
    with pytest.raises(ValueError, match="speed"):
        GameEnv("schiefer", options={"speed": 3})


def test_too_few_places_for_options_are_told(given):
    table = given(most_options=2)
    with pytest.raises(ValueError, match="most_options"):
        play_random(table)


def test_text_tells_points_the_question_and_each_option_by_its_number(given):
    table = given("schichtwechsel", seats=3, render_mode="ansi")
    lines = table.render().splitlines()
    assert lines[0].startswith("Schichtwechsel")
    assert [line.split()[0] for line in lines[2:]] == [str(number) for number in range(len(table.legal))]
