"""Check exported matches offline: no server, no Redis, no trust."""

from __future__ import annotations

from typing import BinaryIO, Final

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from events.verify import Book, BookDamaged, read_book
from games.kernel.words import LANGUAGES
from service.startup_errors import Trouble
from service.verification.audit import Checked, Verdict, audit
from service.verification.checks import admit_edition
from service.verification.other_books import Lookup, lookup_in_files

COLOURS: Final = {"passed": "green", "failed": "bold red", "skipped": "yellow", "not_decided": "magenta"}
ENDS: Final = {"ok": 0, "not_decided": 3, "failed": 1}  # exit codes; a failure weighs more than the others
WORDS_OF_VERDICTS: Final = {"ok": "ok", "not_decided": "NOT DECIDED", "failed": "FAILED"}


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.File("rb", lazy=False))
@click.option("--head", help="What the last hash must begin with: a file that was cut and mended differs.")
def command(files: tuple[BinaryIO, ...], head: str | None) -> None:
    """Verify exported matches: chain, fold, luck and every decision. `-` reads the standard input.

    For a fork, give its parent as well: only that proves that the fork begins as its parent stood.

    The exit code is 0 if nothing is wrong, 1 if something is, 2 if a file cannot be read, and 3 if nothing is
    wrong but some commands could not be decided again, because their rules are gone.
    """
    out = Console(highlight=False, soft_wrap=True)
    raws = [file.read() for file in files]
    parents = lookup_in_files(raws)
    verdicts = [(file.name, audit_of(file.name, raw, parents)) for file, raw in zip(files, raws, strict=True)]
    for name, verdict in verdicts:
        print_verdict(out, name, verdict, head)
    codes = {exit_code(verdict, head) for _, verdict in verdicts} - {0}
    if codes:
        raise click.exceptions.Exit(min(codes))


def exit_code(verdict: Verdict, head: str | None) -> int:
    return ENDS[verdict.outcome] if head_is_as_expected(verdict, head) else ENDS["failed"]


def audit_of(name: str, raw: bytes, parents: Lookup) -> Verdict:
    lines = raw.count(b"\n") * 2  # each is read, then played
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(name, total=lines)
        return audit(raw, lambda: progress.advance(task), parents)


def head_is_as_expected(verdict: Verdict, head: str | None) -> bool:
    return head is None or (verdict.head or "").startswith(head)


def print_verdict(out: Console, name: str, verdict: Verdict, head: str | None) -> None:
    failure = verdict.failure
    where = f" at {place_of_failure(failure)}" if failure else ""
    out.print(f"{name}: {WORDS_OF_VERDICTS[verdict.outcome]}{where}, {verdict.entries} entries", markup=False)
    out.print(f"  head {verdict.head or 'unknown'}", markup=False)
    if not head_is_as_expected(verdict, head):
        out.print(f"  FAILED: the head should begin with {head}", markup=False)
    out.print(checks_table(verdict))
    for unproven in verdict.unproven:
        if head is None or unproven.claim == "parent":
            out.print(f"  not proven: {unproven.words[LANGUAGES[0]]}", markup=False)


def checks_table(verdict: Verdict) -> Table:
    table = Table.grid(padding=(0, 2))
    for check in verdict.checks:
        where = f"{place_of_failure(check)}: " if check.verdict == "failed" else ""
        colour = COLOURS[check.verdict]
        table.add_row("", check.check, f"[{colour}]{check.verdict}[/]", escape(where + (check.detail or "")))
    return table


def place_of_failure(check: Checked) -> str:
    return "the header" if check.entry is None else f"entry {check.entry}"


def read_exported(file: BinaryIO) -> Book:
    """Read the file of a match for a command that does not verify it; its edition is known from then on."""
    try:
        book = read_book(file.read())
    except BookDamaged as damage:
        raise Trouble(f"{file.name} is damaged: {damage}. See: ./grubenbuch verify") from None
    misfit = admit_edition(book)
    if misfit:
        raise Trouble(f"{file.name} is damaged: {misfit}. See: ./grubenbuch verify")
    return book
