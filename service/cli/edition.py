"""Editions: anyone who owns the box can correct the board, without touching code."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec

from events.store import Store
from games.catalogue import GAMES
from games.kernel.editions.changes import differences
from games.kernel.editions.documents import Document, Unreadable
from games.kernel.editions.marks import is_mark
from games.kernel.editions.paths import write_path
from games.kernel.editions.registry import HEAD
from service.clock import now_ms
from service.config import Config
from service.editions.files import (
    Bases,
    Draft,
    Found,
    begin_file,
    built_in_base,
    edition_schema,
    find_without_words,
    look_over,
    read_draft,
)
from service.editions.stored import EditionRecord, StoredEditions, choose_edition, find_edition, keep_edition
from service.host.book_access import open_archived_store
from service.problems import Problem
from service.startup_errors import ConfigError, Trouble
from service.wording import word_detail

Games = click.Choice(sorted(GAMES))
File = click.Path(path_type=Path, dir_okay=False)
BASES_ON_SERVER = "A data directory: the editions stored there are known besides the built-in one."


@click.group()
def command() -> None:
    """Correct a board from the box before you, and play on it.

    docs/editions.md leads through it.
    """


@command.command(name="new")
@click.argument("game", type=Games)
@click.argument("name")
@click.option("--complete", is_flag=True, help="The whole board, not only what differs.")
def begin_correction(game: str, name: str, *, complete: bool) -> None:
    """Begin the file NAME.yaml: the board of GAME to be corrected."""
    file = Path(f"{name}.yaml")
    if file.exists():
        raise ConfigError(f"{file} is there already.")
    file.write_text(begin_file(GAMES[game], name, complete=complete), encoding="utf-8")
    click.echo(f"{file}: correct what differs, then ./grubenbuch edition check {file}")


@command.command(name="check")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--data", metavar="DIR", help=BASES_ON_SERVER)
def check_file(file: Path, data: str | None) -> None:
    """Print what is missing, impossible, or contradicts the rulebook, with line, path and rule.

    The exit code is 1 if anything is wrong. New things that `words` do not name are told, and are not wrong.
    """
    with known_bases(data) as bases:
        draft = sound_draft(file, bases)
    for line, path, name in find_without_words(draft):
        click.echo(f"{file}:{line}: {path} has no `words`, and is called “{name}” in both languages")
    click.echo(f"{file}: nothing is wrong. {draft.imprint.id} has SHA-256 {draft.imprint.digest}")


@command.command(name="diff")
@click.argument("first")
@click.argument("second")
@click.option("--data", metavar="DIR", help=BASES_ON_SERVER)
def tell_differences(first: str, second: str, data: str | None) -> None:
    """Print in what two editions differ: files, or the name of a built-in one."""
    names = (first, second)
    with known_bases(data) as bases:
        drafts = [draft_of(Path(name), bases) if Path(name).is_file() else None for name in names]
        game = next((draft.game for draft in drafts if draft), None)
        if game is None:
            raise ConfigError("One of the two must be a file.")
        here, there = (
            draft.document if draft else named_board(game, name, bases)
            for draft, name in zip(drafts, names, strict=True)
        )
    for difference in differences(here, there):
        if difference.path[0] not in HEAD and not is_mark(difference.path):
            before, after = write_datum(difference.here), write_datum(difference.there)
            click.echo(f"{write_path(difference.path)}: {before} -> {after}")


@command.command(name="add")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--data", metavar="DIR", help="The data directory (DATA, else data/).")
@click.option("--by", metavar="WHO", help="Who supplied it; the catalogue tells.")
def add_edition(file: Path, data: str | None, by: str | None) -> None:
    """Store the edition of FILE, where every web process and worker finds it, and offer it.

    Beside a running `up`, or without one. An edition that an import has brought is offered from now on.
    """
    with open_archived_store(Config.from_environment(data=data)) as store:
        draft = sound_draft(file, bases_in_store(store))
        require_free_name(StoredEditions(store), draft)
        told = EditionRecord(
            name=draft.imprint.name,
            digest=draft.imprint.digest,
            at=now_ms(),
            supplied_by=by,
            based_on=draft.based_on,
        )
        try:
            imprint, is_new = keep_edition(store, draft.game, draft.imprint.canonical, told)
        except Problem as problem:
            raise Trouble(word_detail(problem.detail)) from None
        if not is_new:
            StoredEditions(store).change(draft.game, imprint.id, told)
        click.echo(imprint.id)


@command.command(name="list")
@click.option("--data", metavar="DIR", help="The data directory (DATA, else data/).")
def list_editions(data: str | None) -> None:
    """List the editions of the server, and which of them may be chosen."""
    with open_archived_store(Config.from_environment(data=data)) as store:
        for game in GAMES.values():
            click.echo(f"{game.name} {game.editions.default}: built in, offered")
            for edition, told in StoredEditions(store).records(game.name).items():
                source = told.supplied_by or (f"came with {told.came_with}" if told.came_with else "no name")
                click.echo(f"{game.name} {edition}: {source}, {'offered' if told.offered else 'not offered'}")


@command.command(name="withdraw")
@click.argument("game", type=Games)
@click.argument("edition")
@click.option("--data", metavar="DIR", help="The data directory (DATA, else data/).")
def withdraw_edition(game: str, edition: str, data: str | None) -> None:
    """Offer EDITION no more; matches on it go on, and it stays stored."""
    with open_archived_store(Config.from_environment(data=data)) as store:
        editions = StoredEditions(store)
        chosen = choose_edition(store, GAMES[game], edition)
        told = editions.records(game).get(chosen)
        if told is None:
            raise Trouble(f"There is no edition {edition!r} of {game}.")
        editions.change(game, chosen, msgspec.structs.replace(told, offered=False))
        click.echo(f"{chosen} is offered no more.")


@command.command(name="schema")
@click.argument("game", type=Games)
def print_schema(game: str) -> None:
    """Print the JSON Schema of the files of GAME, for an editor."""
    text = msgspec.json.format(msgspec.json.encode(edition_schema(GAMES[game])), indent=2)
    sys.stdout.write(f"{text.decode()}\n")


@contextmanager
def known_bases(data: str | None) -> Iterator[Bases]:
    """Yield the editions from which a file may differ."""
    if data is None:
        yield built_in_base
        return
    with open_archived_store(Config.from_environment(data=data)) as store:
        yield bases_in_store(store)


def bases_in_store(store: Store) -> Bases:
    def find_base(game: str, edition: str) -> Document | None:
        found = find_edition(store, GAMES[game], edition)
        return None if found is None else GAMES[game].editions.document(found)

    return find_base


def draft_of(file: Path, bases: Bases) -> Draft:
    try:
        return read_draft(file.read_text(encoding="utf-8"), bases)
    except Unreadable as wrong:
        raise Trouble(f"{file}:{wrong.line}: {wrong.said}") from None
    except UnicodeDecodeError:
        raise Trouble(f"{file}:1: it is not UTF-8") from None


def sound_draft(file: Path, bases: Bases) -> Draft:
    draft = draft_of(file, bases)
    found = list(look_over(draft))
    if found:
        raise Trouble(report_misprints(file, found))
    return draft


def report_misprints(file: Path, found: Iterable[Found]) -> str:
    lines = [
        f"{file}:{line}: {misprint.path or '/'} {misprint.detail}"
        f" ({misprint.fault}{f', {misprint.rule}' if misprint.rule else ''})"
        for line, misprint in sorted(found)
    ]
    return "\n".join([f"{len(lines)} misprints", *lines])


def require_free_name(editions: StoredEditions, draft: Draft) -> None:
    """Raise Trouble where the name is taken: a changed file is a new edition and needs a new name."""
    imprint = draft.imprint
    for edition, told in editions.records(draft.game).items():
        if told.offered and told.name == imprint.name and edition != imprint.id:
            raise Trouble(f"{edition} has this name: choose another, or `edition withdraw` that one.")


def named_board(game: str, edition: str, bases: Bases) -> Document:
    found = bases(game, edition)
    if found is None:
        raise ConfigError(f"{edition!r} is neither a file nor an edition of {game} that is known here.")
    return found


def write_datum(value: Any) -> str:
    return "nothing" if value is None else msgspec.json.encode(value).decode()
