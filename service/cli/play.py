"""Matches between minds on the command line, without a server."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

from events.export import export_book
from games.catalogue import GAMES
from games.kernel import Game
from games.kernel.score import totals
from games.match.state import Match
from service.matches.folding import fold_entries
from service.startup_errors import ConfigError
from workers.arena.matches import Pairing, play_book, play_match
from workers.bots.player import MIND_NAMES, Player, UnknownPlayer, parse_player


@click.command()
@click.argument("game", type=click.Choice(sorted(GAMES)))
@click.option("--seats", type=int, help="How many play; by default as many as there are minds, at least two.")
@click.option(
    "--minds",
    default="greedy",
    help=f"One for each seat, or one for all: {', '.join(MIND_NAMES)}, search:<ms>.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same match.")
@click.option("--games", type=click.IntRange(1), default=1, help="How many matches, with seeds counting up.")
@click.option("--options", default="{}", help="Options of the game as JSON, e.g. '{\"stall_rounds\": 5}'.")
@click.option(
    "--export", type=click.Path(path_type=Path, dir_okay=False), help="Write the book here, for verify."
)
@click.option("--lang", type=click.Choice(["en", "de"]), default="en", show_default=True)
def command(  # noqa: PLR0913, PLR0917  one argument per option of the command line
    game: str,
    seats: int | None,
    minds: str,
    seed: int,
    games: int,
    options: str,
    export: Path | None,
    lang: str,
) -> None:
    """Let minds play GAME and print the score sheet; no server needed."""
    chosen = GAMES[game]
    everybody = seat_minds(chosen, seats, minds.split(","))
    checked = game_options(chosen, options)
    if games > 1 and export:
        raise ConfigError("--export writes one match; leave out --games.")
    console = Console()
    if games == 1:
        match = one_match(Pairing(chosen, everybody, seed, checked), export)
        console.print(score_sheet(match, list(map(str, everybody)), lang))
    else:
        pairings = [Pairing(chosen, everybody, seed + number, checked) for number in range(games)]
        console.print(many_matches(pairings, console))


def seat_minds(game: Game[Any], seats: int | None, minds: Sequence[str]) -> list[Player]:
    known = read_minds(minds)
    number = seats or max(len(known), min(game.seats))
    if number not in game.seats:
        raise ConfigError(f"{game.name} is for {', '.join(map(str, game.seats))} players, not {number}.")
    if len(known) not in (1, number):
        raise ConfigError(
            f"--minds names {len(known)} minds for {number} seats: name one for each, or one for all."
        )
    return known * number if len(known) == 1 else known


def read_minds(minds: Sequence[str]) -> list[Player]:
    try:
        return [parse_player(name) for name in minds]
    except UnknownPlayer as unknown:
        raise ConfigError(f"--minds: {unknown}") from None


def game_options(game: Game[Any], text: str) -> dict[str, Any]:
    try:
        given = msgspec.json.decode(text.encode(), type=game.options)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise ConfigError(f"--options does not fit {game.name}: {error}") from None
    options: dict[str, Any] = msgspec.to_builtins(given)
    return options


def one_match(pairing: Pairing, export: Path | None) -> Match:
    if export is None:
        return play_match(pairing)
    entries = list(play_book(pairing))
    export.write_bytes(export_book(entries))
    return fold_entries(entries)


def many_matches(pairings: Sequence[Pairing], console: Console) -> Table:
    """Return wins (a shared victory counts in parts), mean points and rounds over all matches."""
    minds = list(map(str, pairings[0].bots))
    wins, points = [0.0] * len(minds), [0] * len(minds)
    rounds, began = 0, time.perf_counter()
    for pairing in track(pairings, "playing", console=console, transient=True):
        table = play_match(pairing).table
        places = pairing.game.places(table)
        for seat, total in enumerate(totals(pairing.game.score(table), len(minds))):
            points[seat] += total
            wins[seat] += (places[seat] == 1) / places.count(1)
        rounds += table.round
    rate = len(pairings) / (time.perf_counter() - began)
    title = (
        f"{pairings[0].game.name}: {len(pairings)} matches, {rounds / len(pairings):.1f} rounds, {rate:.1f}/s"
    )
    return standings(title, minds, wins, points, len(pairings))


def score_sheet(match: Match, minds: Sequence[str], lang: str) -> Table:
    """Return a table with a column per seat and a row per category, then total points and places."""
    game = match.rules
    lines = game.score(match.table)
    sheet = Table(title=f"{game.name}, {match.table.round} rounds", show_footer=True)
    points, places = totals(lines, len(minds)), game.places(match.table)
    sheet.add_column("", footer="total")
    for seat, mind in enumerate(minds):
        sheet.add_column(f"{seat + 1} {mind}", justify="right", footer=f"{points[seat]} ({places[seat]}.)")
    for category in dict.fromkeys(line.category for line in lines):
        cells = ["" for _ in minds]
        for line in lines:
            if line.category == category:
                cells[line.seat] = f"{line.points} [dim]{line.count} · {line.rule}[/dim]"
        sheet.add_row(game.words.text("categories", category, lang), *cells)
    return sheet


def standings(
    title: str, minds: Sequence[str], wins: Sequence[float], points: Sequence[int], matches: int
) -> Table:
    sheet = Table("seat", "mind", title=title)
    for heading in ("wins", "win share", "mean points"):
        sheet.add_column(heading, justify="right")
    for seat, mind in enumerate(minds):
        share = f"{100 * wins[seat] / matches:.1f} %"
        sheet.add_row(str(seat + 1), mind, f"{wins[seat]:g}", share, f"{points[seat] / matches:.1f}")
    return sheet
