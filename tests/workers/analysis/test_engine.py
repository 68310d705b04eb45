"""The version of the engine: a digest of all that an analysis depends on, as loaded by this process."""

from pathlib import Path

import msgspec

from games.catalogue import GAMES
from support.api.room import Room
from workers.analysis import engine
from workers.analysis.engine import ENGINE, digest_of, engine_for, list_sources

HOME = Path(__file__).parents[3]


def test_the_version_comes_from_bots_rules_and_analysis():
    sources = {str(path.relative_to(HOME)) for path in list_sources()}
    assert sources >= {
        "workers/analysis/review.py",
        "workers/bots/policies.py",
        "workers/bots/corrections.yaml",
        "workers/bots/evaluation/weights.yaml",
        "workers/bots/heuristics/schiefer.py",
        *(f"games/{game}/board.yaml" for game in GAMES),
        "games/kernel/play.py",
    }
    assert digest_of(path.read_bytes() for path in list_sources()) == ENGINE


def test_whatever_changes_in_them_changes_the_version():
    parts = [path.read_bytes() for path in list_sources()]
    changed = {digest_of([*parts[:place], b"#", *parts[place:]]) for place in (0, 1, len(parts))}
    assert len(changed | {ENGINE}) == 4


def test_files_that_change_while_a_process_runs_leave_its_version(monkeypatch):
    monkeypatch.setattr(engine, "list_sources", lambda: iter(()))
    assert engine_for(Room().match) == ENGINE


def test_an_edition_without_weights_of_its_own_has_the_version_of_the_default_one():
    match = msgspec.structs.replace(Room().match, edition="my-copy-0123456789ab")
    assert engine_for(match) == ENGINE
