"""The small commands: rules and openapi."""

import pytest
from click.testing import CliRunner

from games.catalogue import GAMES
from service.cli import main, openapi, rules

PAGE = """
# Rules of the box; SF-9 is mentioned only

## Beginning

- **SF-1** [R] Everybody rolls.
- **SF-2** [R] The eldest begins.

## End

- **SF-R1** [X] Ties
  are shared.
"""
TESTS = """
import pytest
@pytest.mark.rule("SF-1", "SF-R1")
def test_one(): ...
@pytest.mark.rule("RS-7")
def test_of_another_game(): ...
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.setattr(rules, "HOME", tmp_path)
    (tmp_path / "docs/rules").mkdir(parents=True)
    (tmp_path / "docs/rules/schiefer.md").write_text(PAGE)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_game.py").write_text(TESTS)
    return tmp_path


def run(*words):
    return CliRunner().invoke(main, words)


def test_a_rule_without_a_test_is_listed(project):
    answer = run("rules", "schiefer")

    assert answer.exit_code == 1
    assert answer.output.splitlines() == [
        "schiefer: 2 of 3 rules are proven by a test",
        "  SF-2 is marked by no test",
    ]


def test_a_mark_for_a_rule_that_is_not_written_is_listed(project):
    (project / "tests/test_more.py").write_text('mark = pytest.mark.rule("SF-2", "SF-77")\n')

    answer = run("rules")

    assert answer.exit_code == 1
    assert "  SF-77 is marked in tests/test_more.py but not in docs/rules/schiefer.md" in answer.output


def test_all_rules_proven(project):
    (project / "tests/test_more.py").write_text('pytestmark = [pytest.mark.rule("SF-2")]\n')

    answer = run("rules")

    assert (answer.exit_code, answer.output) == (0, "schiefer: 3 of 3 rules are proven by a test\n")


@pytest.mark.usefixtures("project")
def test_a_game_without_a_page_names_those_with_one():
    answer = run("rules", "chess")

    assert answer.exit_code == 2
    assert "pages: schiefer" in answer.output


def test_openapi_is_written_and_compared(tmp_path, monkeypatch):
    schemas = {"SchieferTable": {}}
    said = {"openapi": "3.1.0", "info": {"title": "Grubenbuch"}, "components": {"schemas": schemas}}
    monkeypatch.setattr(openapi, "describe_api", lambda: said)
    monkeypatch.setattr(openapi, "HOME", tmp_path)
    for game in GAMES:
        (tmp_path / "games" / game).mkdir(parents=True)

    assert run("openapi", "--check").exit_code == 1
    assert run("openapi").exit_code == 0
    assert run("openapi", "--check").exit_code == 0
    assert "SchieferTable" in (tmp_path / "games/schiefer/openapi.yaml").read_text()
    said["info"] = {"title": "Logbook"}
    changed = run("openapi", "--check")
    assert changed.exit_code == 1
    assert "+info: {title: Logbook}" in changed.output


def test_every_listed_command_is_there_and_explains_itself():
    for name in main.list_commands(None):
        assert main.get_command(None, name).help, name
