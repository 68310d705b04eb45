"""Every mind against every other, many times, in a cross table."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from games.catalogue import GAMES
from games.kernel import Game
from service.cli.play import game_options
from service.startup_errors import ConfigError, Trouble
from workers.arena.external_bots import BotFault, Contestant, parse_contestant
from workers.arena.sprt import Pair, SequentialTest, TournamentTest
from workers.arena.tournament import (
    DUEL_SEATS,
    CrossTable,
    Fixture,
    PairRecord,
    play_fixtures,
    schedule_fixtures,
    wilson_interval,
)
from workers.bots.player import UnknownPlayer

EXIT_CODE_WHEN_INTERRUPTED: Final = 130  # as a shell counts it


@click.command()
@click.option("--game", type=click.Choice(sorted(GAMES)), required=True)
@click.option(
    "--minds",
    required=True,
    help="Two or more, e.g. greedy,search:200it,my.package:Bot,cmd:./my-bot (see docs/minds.md).",
)
@click.option("--seats", type=int, default=2, show_default=True)
@click.option("--games", type=click.IntRange(1), help="For each pair of minds; 50 for each seat by default.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the first match; they count up.")
@click.option(
    "--jobs", type=click.IntRange(1), default=os.cpu_count(), help="Processes; by default one a core."
)
@click.option("--alone", help="With more than two seats: only matches of this mind against the others.")
@click.option(
    "--until-clear",
    is_flag=True,
    help="Stop as soon as it is clear who is stronger; --games is then the limit.",
)
@click.option("--options", default="{}", help="Options of the game as JSON.")
def command(  # noqa: PLR0913, PLR0917  one argument per option of the command line
    game: str,
    minds: str,
    seats: int,
    games: int | None,
    seed: int,
    jobs: int,
    alone: str | None,
    until_clear: bool,  # noqa: FBT001  as click hands it in
    options: str,
) -> None:
    """Let minds play each other and print who wins how often.

    A time budget (search:500, milliseconds) is what bots of the service have; its results vary with the
    machine. A counted one (search:200it, playouts) gives the same results everywhere.
    """
    chosen, known = GAMES[game], contestants(minds)
    games = 50 * seats if games is None else games
    check_seats(chosen, seats, games)
    single = only_one(alone, known, seats)
    schedule = schedule_fixtures(game, seats, known, games, seed, game_options(chosen, options), single)
    console, table, began = Console(), CrossTable(seats), time.monotonic()
    test = TournamentTest(schedule) if until_clear else None
    complete = play_all(schedule, jobs, table, test, console)
    title = f"{game}, {seats} seats, {games} matches a pair, seed {seed}, {time.monotonic() - began:.0f} s"
    console.print(cross_table(title, known, table))
    console.print(*remarks(table, test, complete=complete), sep="", end="")
    if not complete:
        raise click.exceptions.Exit(EXIT_CODE_WHEN_INTERRUPTED)


def contestants(minds: str) -> list[Contestant]:
    known = read_contestants(minds.split(","))
    if len(set(known)) < max(2, len(known)):
        raise ConfigError("--minds needs two or more different minds, e.g. greedy,search:500.")
    return known


def read_contestants(minds: Sequence[str]) -> list[Contestant]:
    """A module of one's own is looked for where the command is given, after everything of ours."""
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    try:
        return [parse_contestant(name) for name in minds]
    except UnknownPlayer as unknown:
        raise ConfigError(f"--minds: {unknown}") from None


def only_one(alone: str | None, known: Sequence[Contestant], seats: int) -> Contestant | None:
    if alone is None:
        return None
    [found] = read_contestants([alone])
    if seats == DUEL_SEATS or found not in known:
        raise ConfigError("--alone names one of the --minds, for more than two seats.")
    return found


def check_seats(game: Game[Any], seats: int, games: int) -> None:
    if seats not in game.seats:
        raise ConfigError(f"{game.name} is for {', '.join(map(str, game.seats))} players, not {seats}.")
    if games % seats:
        raise ConfigError(
            f"--games {games} is no multiple of {seats} seats, so the seat orders would not be balanced; "
            f"say {games + -games % seats}."
        )


def play_all(
    schedule: Sequence[Fixture], jobs: int, table: CrossTable, test: TournamentTest | None, console: Console
) -> bool:
    """False if it was stopped before the end."""
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # however it ends, it prints what it has
    try:
        with (
            Progress(*columns, console=console, transient=True) as bar,
            play_fixtures(schedule, jobs) as played,
        ):
            for outcome in bar.track(played, total=len(schedule)):
                table.take(outcome)
                if test is not None and test.settles(outcome):
                    break
    except KeyboardInterrupt:
        return False
    except BotFault as fault:
        raise Trouble(str(fault)) from None
    return True


def remarks(table: CrossTable, test: TournamentTest | None, *, complete: bool) -> Iterator[str]:
    if table.endless:
        yield f"{table.endless} matches came to no end and are not counted.\n"
    for contest in test.contests.items() if test is not None else ():
        yield f"{clear_or_not(contest)}\n"
    if not complete:
        yield "Interrupted: these are the matches played so far.\n"


def clear_or_not(item: tuple[Pair, SequentialTest]) -> str:
    (one, other), contest = item
    says = {"above": "is stronger", "below": "is weaker", "open": "is not clearly stronger or weaker"}
    return f"{one} against {other}: {says[contest.verdict]}, after {len(contest.shares)} draws of luck."


def cross_table(title: str, minds: Sequence[Contestant], table: CrossTable) -> Table:
    sheet = Table("wins of … against …", title=title, show_lines=True)
    for mind in minds:
        sheet.add_column(str(mind), justify="right", no_wrap=True)
    for one in minds:
        records = (table.records.get((one, other)) for other in minds)
        sheet.add_row(str(one), *(cell(record) if record else "" for record in records))
    return sheet


def cell(record: PairRecord) -> str:
    """Share of wins, its interval, matches, mean lead in points."""
    if not record.matches:
        return "–"
    low, high = wilson_interval(record.wins, record.matches)
    share, lead = record.wins / record.matches, record.lead / record.matches
    return f"{share:.1%}\n{low:.1%} … {high:.1%}\n{record.wins:g} of {record.matches}, {lead:+.1f} points"
