"""Who judges: named after all that a verdict may come from, as this process has loaded it."""

from pathlib import Path

import msgspec

from games.catalogue import GAMES
from support.desk.room import Room
from workers.analysis import judge
from workers.analysis.judge import JUDGE, digest_of, list_sources, name_judge

HOME = Path(__file__).parents[3]


def test_the_name_comes_from_minds_rules_and_verdicts():
    sources = {str(path.relative_to(HOME)) for path in list_sources()}
    assert sources >= {
        "workers/analysis/verdicts.py",
        "workers/bots/moods.py",
        "workers/bots/lessons.yaml",
        "workers/bots/outlook/worths.yaml",
        "workers/bots/appraisals/schiefer.py",
        *(f"games/{game}/board.yaml" for game in GAMES),
        "games/kernel/play.py",
    }
    assert digest_of(path.read_bytes() for path in list_sources()) == JUDGE


def test_whatever_changes_in_them_changes_the_name():
    parts = [path.read_bytes() for path in list_sources()]
    changed = {digest_of([*parts[:place], b"#", *parts[place:]]) for place in (0, 1, len(parts))}
    assert len(changed | {JUDGE}) == 4


def test_files_that_change_while_a_process_runs_leave_its_name(monkeypatch):
    """It goes on judging by what it has loaded."""
    monkeypatch.setattr(judge, "list_sources", lambda: iter(()))
    assert name_judge(Room().match) == JUDGE


def test_an_edition_of_which_nothing_was_learned_is_judged_as_the_default_one():
    match = msgspec.structs.replace(Room().match, edition="my-copy-0123456789ab")
    assert name_judge(match) == JUDGE
