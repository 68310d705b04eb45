"""`./grubenbuch tournament`: the cross table, and what it says when asked for what cannot be."""

import signal

import pytest
from click.testing import CliRunner

from service.cli import main, tournament


@pytest.fixture(autouse=True)
def no_traces():
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def run(*arguments):
    return CliRunner().invoke(main, ["tournament", "--jobs", "1", *arguments])


def test_it_ends_in_a_cross_table_with_intervals():
    answer = run("--game", "schichtwechsel", "--minds", "random,greedy", "--games", "4", "--seed", "3")
    assert answer.exit_code == 0
    for words in ("schichtwechsel, 2 seats, 4 matches a pair, seed 3", "100.0%", "51.0% … 100.0%", "4 of 4"):
        assert words in answer.output


def test_told_to_it_stops_as_soon_as_it_is_clear():
    answer = run(
        "--game",
        "schichtwechsel",
        "--minds",
        "random,greedy",
        "--games",
        "40",
        "--seed",
        "3",
        "--until-clear",
    )
    assert answer.exit_code == 0
    assert "random against greedy: is weaker, after 4 draws of luck." in answer.output
    assert "8 of 8" in answer.output


def test_where_it_stays_open_it_stops_at_the_limit():
    answer = run("--game", "schichtwechsel", "--minds", "random,greedy", "--games", "4", "--until-clear")
    assert "random against greedy: is not clearly stronger or weaker, after 2 draws of luck." in answer.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--minds", "greedy"], "two or more different minds"),
        (["--minds", "greedy,greedy"], "two or more different minds"),
        (["--minds", "greedy,serch"], "none of random, greedy, search"),
        (["--minds", "greedy,search:5"], "10 to 10000 milliseconds"),
        (["--minds", "greedy,random", "--games", "5"], "say 6"),
        (["--minds", "greedy,random", "--seats", "9"], "not 9"),
        (["--minds", "greedy,random", "--alone", "greedy"], "more than two seats"),
        (
            ["--minds", "greedy,random", "--seats", "3", "--games", "3", "--alone", "search"],
            "one of the --minds",
        ),
        (["--minds", "greedy,random", "--options", "{"], "--options"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(arguments, said):
    answer = run("--game", "schiefer", *arguments)
    assert answer.exit_code == 2
    assert said in answer.output


def test_an_interrupted_tournament_prints_what_it_has(monkeypatch):
    played = tournament.play_fixtures

    class TwoAndOut:
        def __init__(self, schedule, jobs):
            self.inside = played(schedule, jobs)

        def __enter__(self):
            found = self.inside.__enter__()
            yield next(found)
            yield next(found)
            raise KeyboardInterrupt

        def __exit__(self, *failure):
            return self.inside.__exit__(*failure)

    monkeypatch.setattr(tournament, "play_fixtures", TwoAndOut)
    answer = run("--game", "schichtwechsel", "--minds", "random,greedy", "--games", "8")
    assert answer.exit_code == tournament.EXIT_CODE_WHEN_INTERRUPTED
    assert "of 2, " in answer.output
    assert "Interrupted" in answer.output
