"""The table before anything has happened, and what happens to it first."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import Event
from games.schichtwechsel.agenda import SchichtwechselItem, SetUpTable
from games.schichtwechsel.events import BagFilled, PlayerEquipped, SupplyLaidOut
from games.schichtwechsel.state import Player, Schichtwechsel, SchichtwechselOptions

OPENING: tuple[SchichtwechselItem, ...] = (SetUpTable(),)


def blank_table(seats: int, edition: str, options: SchichtwechselOptions) -> Schichtwechsel:
    return Schichtwechsel(edition=edition, options=options, players=[Player() for _ in range(seats)])


def equipment(game: Schichtwechsel) -> Iterator[Event]:
    """SW-4 .. SW-9"""
    yield supply(game)
    for seat in range(len(game.players)):
        yield equipment_of(game, seat)
    cubes = game.board.bag.start[len(game.players)]
    yield BagFilled(cubes.coal, cubes.spoil)


def supply(game: Schichtwechsel) -> SupplyLaidOut:
    printed = game.board.supplies
    return SupplyLaidOut(
        supply={
            "coal": printed.coal,
            "spoil": printed.spoil,
            "blue": printed.blue_cubes,
            "coin": printed.coins,
            "tool": printed.tools,
            "white": printed.white_tokens,
        },
        sites=tuple(site.id for site in game.board.sites.list),
    )


def equipment_of(game: Schichtwechsel, seat: int) -> PlayerEquipped:
    """SW-4 .. SW-8"""
    board = game.board
    return PlayerEquipped(
        seat=seat,
        colour=board.colours.list[seat],
        coins=board.setup.coins,
        tools=board.setup.tools,
        coke=board.setup.coke,
        headframes=board.setup.headframes,
        water=board.pit_water.start,
        miner=board.setup.miner_space,
        bar=tuple(space.id for space in board.bar.spaces),
        wagons=tuple(wagon.id for wagon in board.pit.wagons),
        discs={track.id: board.setup.disc_space for track in board.routes.list},
    )
