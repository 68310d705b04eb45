"""Client applications and their players, for the operator of the server."""

from __future__ import annotations

import click

from service.clock import now_ms
from service.config import Config
from service.host.book_access import open_archived_store
from service.players.clients import PATTERN, Clients, is_free
from service.players.leaving import erase
from service.problems import Problem
from service.startup_errors import ConfigError, Trouble
from service.wording import word_detail


@click.group()
def command() -> None:
    """Register client applications, and forget players.

    A client shows its key in X-Client-Key; its players are then called client/player. Without a key people
    are guests.
    """


@command.command()
@click.argument("name")
def add(name: str) -> None:
    """Register a client, also one that was removed, and print its key.

    It is shown only now; the book keeps a hash. The new owner of a name that was another's
    speaks for its players.
    """
    if not is_free(name):
        raise ConfigError(f"A client's name must be like {PATTERN}, and not guest.")
    config = Config.from_environment()
    with open_archived_store(config) as store:
        try:
            click.echo(Clients(store, config.secret).add(name, now_ms(), by_admin=True).key)
        except Problem as problem:
            raise Trouble(word_detail(problem.detail)) from None


@command.command(name="list")
def list_() -> None:
    """List the clients."""
    config = Config.from_environment()
    with open_archived_store(config) as store:
        for client in Clients(store, config.secret).listed():
            click.echo(client.name)


@command.command()
@click.argument("name")
def remove(name: str) -> None:
    """Make a client's key void; its players and matches stay.

    Nobody else can register under its name, unless you hand it out again with add.
    """
    config = Config.from_environment()
    with open_archived_store(config) as store:
        if not Clients(store, config.secret).remove(name):
            raise Trouble(f"There is no client {name!r}.")
        click.echo(f"{name} has no key any more.")


@command.command(name="erase-player")
@click.argument("player")
def forget_player(player: str) -> None:
    """Forget PLAYER (client/player): names and webhooks go, every match and every hash stays."""
    if "/" not in player:
        raise ConfigError("A player is called client/player.")
    with open_archived_store(Config.from_environment()) as store:
        click.echo(f"{player} was removed from {len(erase(store, player))} matches.")
