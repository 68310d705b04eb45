"""docs/known_answers: whoever has only the pages can write a verifier, and it takes no forgery."""

import ast
import re
from pathlib import Path

import pytest

from games.kernel import tag_of
from games.match.commands import COMMANDS
from service.config import HOME
from service.verification.audit import audit
from support.api.known_answers import play_known_book
from support.docs import known_variants, strangers_verifier
from support.docs.known_variants import BOOK, read_variants, tamper

BOOK_PAGE = (HOME / "docs" / "book.md").read_text("utf-8")
PAGE = (HOME / "docs" / "known_answers.md").read_text("utf-8")
VARIANTS = {variant["what"]: variant for variant in read_variants()}


def failed_checks(raw):
    return [(check.check, check.entry) for check in audit(raw).checks if check.verdict == "failed"]


def test_the_verifier_uses_nothing_of_ours():
    tree = ast.parse(Path(strangers_verifier.__file__).read_text("utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}

    assert imported == {"hashlib", "hmac", "json"}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]


def test_the_verifier_accepts_the_book_and_so_do_we():
    assert strangers_verifier.verify(BOOK.read_bytes()) == 19
    assert failed_checks(BOOK.read_bytes()) == []


@pytest.mark.parametrize("what", VARIANTS)
def test_a_forgery_is_refused_where_its_line_says(what):
    variant = VARIANTS[what]
    raw = tamper(BOOK.read_bytes(), variant)
    with pytest.raises(strangers_verifier.Wrong) as refused:
        strangers_verifier.verify(raw)

    assert refused.value.found == (variant["check"], variant["entry"])
    assert refused.value.found in failed_checks(raw)


def test_every_check_that_needs_no_rules_is_tried():
    assert {variant["check"] for variant in VARIANTS.values()} == {
        "file",
        "chain",
        "fold",
        "commitment",
        "draws",
        "decisions",
    }


def test_a_change_that_finds_nothing_to_change_is_noticed():
    with pytest.raises(ValueError, match="does not hold"):
        tamper(BOOK.read_bytes(), {"changes": [[1, "no such text", ""]], "lines": None, "resealed": False})


def test_resealing_alone_changes_nothing():
    lines = BOOK.read_text("utf-8").splitlines()

    assert known_variants.reseal(lines) == lines


def test_the_pages_list_the_commands_that_are_no_answers_to_the_game():
    section = BOOK_PAGE.partition("## What an undo strikes out")[2].partition("\n| event")[0]
    listed = set(re.findall(r"`(\w+)`", section))

    assert listed == strangers_verifier.OF_THE_MATCH == {tag_of(kind) for kind in COMMANDS}


def test_the_pages_name_head_and_number_of_forgeries():
    assert (
        f"| head | `{strangers_verifier.json.loads(BOOK.read_text('utf-8').splitlines()[0])['head']}` |"
        in PAGE
    )
    assert f"{len(VARIANTS)}\nforgeries" in BOOK_PAGE or f"{len(VARIANTS)} forgeries" in BOOK_PAGE


def test_the_script_plays_such_a_match_still():
    """Perhaps under newer rules, so not byte for byte: its luck and its undos are."""
    entries = play_known_book()
    written = [strangers_verifier.json.loads(line) for line in BOOK.read_text("utf-8").splitlines()[1:]]

    assert [entry.actor for entry in entries][:17] == [entry["actor"] for entry in written][:17]
