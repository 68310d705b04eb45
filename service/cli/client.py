"""Client applications and their players, for the operator of the house."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import click

from events.archive.archived_store import ArchivedStore
from events.redis_store.store import RedisStore, connect_redis
from events.store import NewerLayout, PartitionsDiffer, StoreUnavailable
from service.clock import now_ms
from service.config import Config
from service.host.book_access import check_was_opened, reach_book
from service.players.clients import PATTERN, Clients, is_free
from service.players.leaving import erase
from service.problems import Problem
from service.startup_errors import ConfigError, Trouble
from service.store import archive_of, open_book
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
    with open_beside_house() as (store, config):
        try:
            click.echo(Clients(store, config.secret).add(name, now_ms(), by_admin=True).key)
        except Problem as problem:
            raise Trouble(word_detail(problem.detail)) from None


@command.command(name="list")
def list_() -> None:
    """The clients there are."""
    with open_beside_house() as (store, config):
        for client in Clients(store, config.secret).listed():
            click.echo(client.name)


@command.command()
@click.argument("name")
def remove(name: str) -> None:
    """Make a client's key void; its players and matches stay.

    Nobody else can register under its name, unless you hand it out again with add.
    """
    with open_beside_house() as (store, config):
        if not Clients(store, config.secret).remove(name):
            raise Trouble(f"There is no client {name!r}.")
        click.echo(f"{name} has no key any more.")


@command.command(name="erase-player")
@click.argument("player")
def forget_player(player: str) -> None:
    """Forget PLAYER (client/player): names and webhooks go, every match and every hash stays."""
    if "/" not in player:
        raise ConfigError("A player is called client/player.")
    with open_beside_house() as (store, _):
        click.echo(f"{player} was removed from {len(erase(store, player))} matches.")


@contextmanager
def open_book_beside_house(config: Config) -> Iterator[RedisStore]:
    """Beside a running `up`, or without one."""
    check_was_opened(config)
    try:
        with ExitStack() as stack:
            book = (
                open_book(config)
                if config.redis_cluster_url
                else connect_redis(stack.enter_context(reach_book(config)), partitions=config.partitions)
            )
            stack.callback(book.close)
            yield book
    except (NewerLayout, PartitionsDiffer, StoreUnavailable) as failure:
        raise Trouble(str(failure)) from failure


@contextmanager
def open_beside_house(config: Config | None = None) -> Iterator[tuple[ArchivedStore, Config]]:
    """The same with its archive."""
    config = config or Config.from_environment()
    with open_book_beside_house(config) as book:
        yield ArchivedStore(book, archive_of(config)), config
