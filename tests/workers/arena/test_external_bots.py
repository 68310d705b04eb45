"""Minds from outside play in tournaments, and a broken one ends them with a sentence that says how."""

import sys

import pytest
from click.testing import CliRunner

from service.cli import main
from workers.arena.external_bots import ProgramBot, PythonBot, parse_contestant, stop_programs
from workers.arena.tournament import Fixture, play_fixture
from workers.bots.player import Player, UnknownPlayer, parse_player

MINDS = """
class First:
    def __call__(self, game, table, legal, luck):
        return legal[0]

def by_luck(game, table, legal, luck):
    return luck.pick(legal)

def stubborn(game, table, legal, luck):
    return None
"""
FIRST = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"choice": 0}), flush=True)
"""


@pytest.fixture
def minds(tmp_path, monkeypatch):
    (tmp_path / "minds_of_a_test.py").write_text(MINDS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    stop_programs()


def program(folder, name, code):
    (folder / f"{name}.py").write_text(code)
    return f"cmd:{sys.executable} {name}.py"


def tournament(*minds):
    arguments = ["--game", "schichtwechsel", "--games", "2", "--jobs", "1", "--minds", ",".join(minds)]
    return CliRunner().invoke(main, ["tournament", *arguments])


def outcome(mind):
    return play_fixture(Fixture("schichtwechsel", 2, mind, parse_player("random"), 0, 5, {}))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("greedy", Player),
        ("search:20it", Player),
        ("minds_of_a_test:First", PythonBot),
        ("minds_of_a_test:by_luck", PythonBot),
        (f"cmd:{sys.executable} first.py", ProgramBot),
    ],
)
def test_a_mind_is_one_of_ours_a_python_path_or_a_program(minds, text, kind):
    found = parse_contestant(text)
    assert isinstance(found, kind)
    assert str(found) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no_such_module:Mind", "cannot be imported"),
        ("minds_of_a_test:Missing", "no function and no class Missing"),
        ("cmd:no-such-program --fast", "there is no program 'no-such-program'"),
        ("cmd:", "there is no program ''"),
        ("serch", "none of random, greedy"),
        ("search:5", "10 to 10000 milliseconds"),
    ],
)
def test_what_leads_nowhere_is_refused_before_the_first_match(minds, text, said):
    with pytest.raises(UnknownPlayer, match=said):
        parse_contestant(text)


def test_a_program_plays_whole_matches_and_the_same_again(minds):
    mind = parse_contestant(program(minds, "first", FIRST))
    assert outcome(mind).won is not None
    assert outcome(mind) == outcome(mind)


def test_a_mind_has_luck_of_its_own_that_comes_again(minds):
    mind = parse_contestant("minds_of_a_test:by_luck")
    assert outcome(mind) == outcome(mind)


def test_a_mind_that_answers_with_no_option_ends_the_tournament(minds):
    answer = tournament("greedy", "minds_of_a_test:stubborn")
    assert answer.exit_code == 1
    assert "minds_of_a_test:stubborn answers None, which is none of the options" in answer.output


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("silent", "pass", "has ended"),
        ("babbling", "input(); print('the first', flush=True); input()", "answers b'the first'"),
        ("far", "input(); print('{\"choice\": 999}', flush=True); input()", "chooses 999 of"),
    ],
)
def test_a_program_that_does_not_answer_ends_the_tournament(minds, name, code, said):
    answer = tournament("greedy", program(minds, name, code))
    assert answer.exit_code == 1
    assert said in answer.output.replace("\n", " ")
