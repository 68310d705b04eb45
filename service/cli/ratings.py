"""Ratings on the command line: the leaderboards, and a rebuild of all of them from the book."""

import click
from rich.console import Console
from rich.table import Table

from games.catalogue import GAMES
from service.config import Config
from service.host.book_access import open_archived_store
from service.queries.players import list_leaderboard
from service.ratings.leaderboard import Leaderboards
from service.ratings.ratings import rebuild

PLAYERS_SHOWN = 20


@click.command()
@click.option("--rebuild", "anew", is_flag=True, help="First rebuild all of it from the book.")
@click.option("--data", metavar="DIR", help="The data directory (DATA, else data/).")
def command(*, anew: bool, data: str | None) -> None:
    """Show the leaderboards of all games: beside a running `up`, or without one."""
    console = Console()
    with open_archived_store(Config.from_environment(data=data)) as store:
        if anew:
            for game, matches in rebuild(store).items():
                console.print(f"{game}: {matches} finished matches counted")
        boards = Leaderboards(store)
        for game in GAMES:
            console.print(leaderboard_table(boards, game))


def leaderboard_table(boards: Leaderboards, game: str) -> Table:
    lines = Table("", "player", title=game)
    for heading in ("rating", "mu", "sigma", "matches", "wins"):
        lines.add_column(heading, justify="right")
    for one in list_leaderboard(boards, game, "all", PLAYERS_SHOWN).ranked:
        name = f"{one.player} [dim](bot)[/dim]" if one.bot else one.player
        figures = (f"{one.rating:.2f}", f"{one.mu:.2f}", f"{one.sigma:.2f}", str(one.matches), str(one.wins))
        lines.add_row(str(one.rank), name, *figures)
    return lines
