"""`./grubenbuch play`: matches between minds on the command line."""

import pytest
from click.testing import CliRunner

from events.verify import read_book
from service.cli import main
from service.matches.folding import fold_entries
from service.verification.audit import audit


def run(*arguments):
    return CliRunner().invoke(main, ["play", *arguments])


def test_one_match_ends_in_its_score_sheet_by_category_and_rule():
    answer = run("schiefer", "--seats", "3", "--minds", "random", "--seed", "7")

    assert answer.exit_code == 0
    for word in ("Mines", "Money", "SF-40", "total", "1 random", "3 random"):
        assert word in answer.output


def test_the_same_seed_plays_the_same_match():
    assert run("schiefer", "--minds", "random", "--seed", "3").output == (
        run("schiefer", "--minds", "random", "--seed", "3").output
    )
    assert run("schiefer", "--minds", "random", "--seed", "3").output != (
        run("schiefer", "--minds", "random", "--seed", "4").output
    )


def test_the_sheet_speaks_german():
    assert "Minen" in run("schiefer", "--minds", "random", "--lang", "de").output


def test_many_matches_end_in_the_standings():
    answer = run("schiefer", "--minds", "random,random", "--games", "3")

    assert "3 matches" in answer.output
    assert "mean points" in answer.output


def test_an_exported_match_passes_every_check(tmp_path):
    file = tmp_path / "match.ndjson"

    run("schiefer", "--minds", "random", "--seed", "5", "--export", str(file))

    verdict = audit(file.read_bytes())
    assert [check.verdict for check in verdict.checks] == ["passed"] * len(verdict.checks)
    assert fold_entries(read_book(file.read_bytes()).entries).status == "finished"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["schiefer", "--seats", "5"], "2, 3, 4 players"),
        (["schiefer", "--minds", "clever"], "random, greedy"),
        (["schiefer", "--seats", "3", "--minds", "random,random"], "3 seats"),
        (["schiefer", "--options", '{"no": 1}'], "--options"),
        (["schiefer", "--options", "{"], "--options"),
        (["schiefer", "--games", "2", "--export", "x.ndjson"], "--export"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_one_line(arguments, said):
    answer = run(*arguments)

    assert answer.exit_code == 2
    assert said in answer.output
    assert "Traceback" not in answer.output
