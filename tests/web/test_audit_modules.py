"""The audit page's own verifier takes the known book, and finds what the known answers say of forgeries."""

import json
import shutil

import pytest

from support.docs.known_variants import BOOK, read_variants, tamper
from support.web.judging import failures, judge

OWN_CHECKS = {"file", "chain", "commitment", "draws"}
VARIANTS = [variant for variant in read_variants() if variant["check"] in OWN_CHECKS]
DEEP = b"[" * 20_000 + b"]" * 20_000 + b"\n"
HOSTILE = [DEEP, b"", b"{}\n", b"[]\n[]\n", b"null\nnull\n", b'{"a":1}', b"\xff\n"]

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not on PATH")


def test_the_known_book_is_as_promised():
    [verdict] = judge(BOOK.read_bytes())

    assert {one["outcome"] for one in verdict["findings"]} == {"passed"}
    assert (verdict["first"], verdict["draws"]) == (None, 19)


def test_each_forgery_is_found_where_the_known_answers_say():
    verdicts = judge(*(tamper(BOOK.read_bytes(), variant) for variant in VARIANTS))

    missed = {
        variant["what"]: failures(verdict)
        for variant, verdict in zip(VARIANTS, verdicts, strict=True)
        if (variant["check"], variant["entry"]) not in failures(verdict)
    }
    assert missed == {}


def test_a_book_cut_before_its_end_skips_what_needs_the_seed():
    lines = BOOK.read_bytes().splitlines(keepends=True)
    header = json.loads(lines[0]) | {"entries": 10, "head": json.loads(lines[10])["hash"]}
    canonical = json.dumps(header, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
    [verdict] = judge(canonical + b"".join(lines[1:11]))

    assert {one["check"]: one["outcome"] for one in verdict["findings"]} == {
        "file": "passed",
        "chain": "passed",
        "commitment": "skipped",
        "draws": "skipped",
    }


def test_what_is_no_book_is_said_to_be_none():
    assert all(failures(verdict) for verdict in judge(*HOSTILE))
