"""Audit a file, offline: was the match played by the rules, with the luck that was promised?

file        every line is as it was written, and the header says what the entries say
chain       every entry follows from the one before by its hash
fold        every event can be read and applied, and the game waits for what it says it waits for
commitment  the disclosed seed is the one that was committed to
draws       every draw follows from the seed and the players' words, and none was left out
decisions   the same commands with the same luck lead to the same events, byte for byte
parent      a fork begins as its parent stood, if the parent's book is at hand
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Final, Literal, get_args

import msgspec

from events.verify import Book, BookDamaged, read_book
from games.kernel.quantities import doc
from games.kernel.words import LANGUAGES
from service.problem_detail import Detail
from service.verification.checks import Decisions, Finding, Fold, Luck, admit_edition
from service.verification.other_books import Heads, Lookup, check_parentage, nowhere, unknown_head
from service.verification.replay import Replay
from service.wording import word_detail

CheckName = Literal["file", "chain", "fold", "commitment", "draws", "decisions", "parent"]
Claim = Literal["parent", "end", "head"]

UNPROVEN: Final[dict[Claim, Detail]] = {
    "parent": Detail("unproven_parent"),
    "end": Detail("unproven_end"),
    "head": Detail("unproven_head"),
}
Outcome = Literal["passed", "failed", "skipped", "not_decided"]
NO_BOARD: Final = "there is no board to play on"
CHECKS: Final[tuple[CheckName, ...]] = get_args(CheckName)


class Checked(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One check of a book."""

    check: Annotated[CheckName, doc("What was checked; docs/fairness.md explains each.")]
    verdict: Annotated[
        Outcome, doc("What came of it; `not_decided` if the rules of some entries are no longer here.")
    ]
    entry: Annotated[
        int | None,
        msgspec.Meta(
            description="The first that fails. Absent if none fails, and if it is the header of the file."
        ),
    ] = None
    detail: Annotated[str | None, doc("What is wrong or why it was not checked; absent if it passed.")] = None


class Unproven(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that the book alone cannot prove."""

    claim: Annotated[
        Claim,
        doc(
            "`parent`: that a fork goes on from the match it names. `end`: that nothing came after the last "
            "entry. `head`: that it was played so and not otherwise."
        ),
    ]
    words: Annotated[dict[str, str], doc("What to compare it with, in words, by language.")]


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The findings of an audit of a book."""

    outcome: Annotated[
        Literal["ok", "failed", "not_decided"],
        doc("What all checks come to; `not_decided` if the rules of some entries are no longer here."),
    ]
    ok: Annotated[bool, doc("Whether nothing failed and every command was decided again.")]
    entries: Annotated[int, doc("How many entries are sound, from the first on.")]
    head: Annotated[str | None, doc("The hash of the last sound entry; null if there is none.")]
    checks: Annotated[list[Checked], doc("Every check, in the order in which they are made.")]
    unproven: Annotated[
        list[Unproven],
        doc("What a file could say otherwise and still pass every check; empty where one failed."),
    ] = []

    @classmethod
    def of_checks(
        cls, checks: list[Checked], entries: int, head: str | None, open_claims: Iterable[Claim] = ()
    ) -> Verdict:
        found = {check.verdict for check in checks}
        outcome: Literal["ok", "failed", "not_decided"] = "ok"
        if "failed" in found:
            outcome = "failed"
        elif "not_decided" in found:
            outcome = "not_decided"
        unproven = [
            Unproven(claim=claim, words={lang: word_detail(UNPROVEN[claim], lang) for lang in LANGUAGES})
            for claim in (open_claims if outcome != "failed" else ())
        ]
        return cls(
            outcome=outcome,
            ok=outcome == "ok",
            entries=entries,
            head=head,
            checks=checks,
            unproven=unproven,
        )

    @property
    def on_trust(self) -> list[Checked]:
        """Return the checks that were not made, or not to the end."""
        return [check for check in self.checks if check.verdict in ("skipped", "not_decided")]

    @property
    def failure(self) -> Checked | None:
        """Return the first failure, in the order of the book."""
        failed = [check for check in self.checks if check.verdict == "failed"]
        return min(failed, key=lambda check: check.entry or 0, default=None)


def audit(
    raw: bytes,
    tick: Callable[[], None] = lambda: None,
    parents: Lookup = nowhere,
    heads: Heads = unknown_head,
) -> Verdict:
    """Audit a file. `tick` is called often: to show progress, or to let others run."""
    try:
        book = read_book(raw, tick)
    except BookDamaged as damage:
        return describe_damage(damage)
    return audit_book(book, tick, parents, heads)


def describe_damage(damage: BookDamaged) -> Verdict:
    """Return the verdict on a damaged book: what cannot be trusted is checked no further."""
    failed = CHECKS.index(damage.check)
    checks = [Checked(check=name, verdict="passed") for name in CHECKS[:failed]]
    checks.append(check_that_failed(damage))
    reason = f"the {damage.check} is broken"
    checks += [Checked(check=name, verdict="skipped", detail=reason) for name in CHECKS[failed + 1 :]]
    return Verdict.of_checks(checks, len(damage.sound), damage.sound[-1].hash if damage.sound else None)


def check_that_failed(damage: BookDamaged) -> Checked:
    return Checked(check=damage.check, verdict="failed", entry=damage.entry, detail=damage.reason)


def audit_book(
    book: Book,
    tick: Callable[[], None] = lambda: None,
    parents: Lookup = nowhere,
    heads: Heads = unknown_head,
) -> Verdict:
    """Make the checks of a file whose every byte is as it was written."""
    replay, fold, luck, decisions = Replay(), Fold(), Luck(), Decisions()
    misfit = admit_edition(book)
    if misfit:
        fold.finding = Finding(1, misfit)
        luck.stopped = decisions.stopped = NO_BOARD
    for entry in () if misfit else book.entries:
        tick()
        decisions.check(replay, entry)
        luck.note(replay, entry)
        if not fold.check(replay, entry):
            luck.stopped = decisions.stopped = f"the fold ends at entry {entry.version}"
            break
    known = heads(book)
    chain = Finding()
    if known is not None and known.differs is not None:
        chain = Finding(known.differs, "the server on which it is played has another entry there")
    if fold.finding.entry == 1:
        parent = Finding(detail="the fold ends at entry 1", skipped=True)
    else:
        parent = check_parentage(book.entries[0], parents)
    findings: dict[CheckName, Finding] = {
        "file": Finding(),
        "chain": chain,
        "fold": fold.finding,
        "commitment": luck.commitment(),
        "draws": luck.draws(),
        "decisions": decisions.finding(),
        "parent": parent,
    }
    version = len(book.entries)
    is_unfinished = replay.match is not None and replay.match.seed is None
    claims: dict[Claim, bool] = {
        "parent": parent.skipped,
        "end": is_unfinished and (known is None or known.newest > version),
        "head": known is None,
    }
    checks = [make_check(name, finding) for name, finding in findings.items()]
    return Verdict.of_checks(
        checks, version, book.header.head, [claim for claim, is_open in claims.items() if is_open]
    )


def make_check(name: CheckName, finding: Finding) -> Checked:
    verdict: Outcome = "passed"
    if finding.entry is not None:
        verdict = "failed"
    elif finding.not_decided:
        verdict = "not_decided"
    elif finding.skipped:
        verdict = "skipped"
    return Checked(check=name, verdict=verdict, entry=finding.entry, detail=finding.detail)
