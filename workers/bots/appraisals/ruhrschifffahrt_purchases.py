"""What is bought in Ruhrschifffahrt, at a glance: points now, what it brings later, less its price."""

from __future__ import annotations

from typing import Final

from games.ruhrschifffahrt.board import Site
from games.ruhrschifffahrt.commands import BuildLock, BuildWarehouse, MoveWarehouse, RepayDebt
from games.ruhrschifffahrt.rules.locks import lock_price
from games.ruhrschifffahrt.rules.warehouses import warehouse_price
from workers.bots.appraisals.ruhrschifffahrt_prices import (
    FIRST_LOCK,
    REPAID,
    WAREHOUSE,
    RuhrGlance,
    Span,
    cost,
    exports_to_come,
)

DOUBT: Final = 0.05  # about what the column left would have brought later
WHITE_TILE: Final[Span] = (0.87, 0.08)  # kept for a better day
GROUP: Final = (
    0.26,
    0.56,
    1.22,
)  # of the points of a group: for the last but two, the last but one, the last
INCOME: Final = 0.05  # Thaler a warehouse in a city brings each round
RAILWAY: Final = 0.36  # part of its points while the tile is not yet there


def building_lock(at: RuhrGlance, command: BuildLock) -> float:
    points = at.game.river.spaces[command.obstacle].lock_points
    bonus = at.span(FIRST_LOCK) if at.player.bonus["first_lock"] else 0.0
    return points + bonus - cost(at, lock_price(at.game) or 0)


def building_warehouse(at: RuhrGlance, command: BuildWarehouse) -> float:
    tile, site = at.game.tile(command.tile), at.game.sites[command.site]
    due = cost(at, warehouse_price(at.game, tile, site.id))
    kept = at.span(WHITE_TILE) if tile.white else 0.0
    return site.points + LATER[site.category](at, site) - due - kept - warehouse_taken(at)


def warehouse_taken(at: RuhrGlance) -> float:
    """The fewer are left, the dearer."""
    return at.span(WAREHOUSE) / at.player.supply


def city_later(at: RuhrGlance, site: Site) -> float:
    game, board = at.game, at.game.board
    worth = INCOME * at.left * board.trips.city_income * at.thaler
    for trio in board.final_scoring.city_trios:
        if site.id in trio.cities:
            own = sum(at.seat in game.warehouses[city] for city in trio.cities)
            worth += trio.points * part_of_group(own, len(trio.cities))
    return worth + railway_part(at) * board.white_effects.railway_points_per_warehouse


def part_of_group(own: int, size: int) -> float:
    return GROUP[max(0, len(GROUP) - size + own)]


def railway_part(at: RuhrGlance) -> float:
    """Its points are sure once the tile is there, and out of reach once the field is closed."""
    if any(at.game.tile(tile).effect == "railway" for tile in at.player.tiles):
        return 1.0
    closed = any(at.game.tile(tile).effect == "railway" for tile in at.player.blanks)
    return 0.0 if closed else RAILWAY * at.share


def store_later(at: RuhrGlance, site: Site) -> float:
    game, trio = at.game, at.game.board.final_scoring.coal_store_trio
    if at.seat in game.warehouses[site.id]:
        return 0.0
    own = sum(at.seat in game.warehouses[store.id] for store in game.board.coal_stores.list)
    return trio.points * part_of_group(own, trio.stores) if own < trio.stores else 0.0


def port_later(at: RuhrGlance, site: Site) -> float:
    return exports_to_come(at.game, site.id, len(at.game.warehouses[site.id]))


LATER: Final = {"city": city_later, "coal_stores": store_later, "port": port_later}


def moving(at: RuhrGlance, command: MoveWarehouse) -> float:
    game = at.game
    left = exports_to_come(game, command.origin, game.warehouses[command.origin].index(at.seat))
    reached = exports_to_come(game, command.target, len(game.warehouses[command.target]))
    return reached - left - cost(at, game.board.port.moving_price) - DOUBT


def repaying(at: RuhrGlance, command: RepayDebt) -> float:  # noqa: ARG001  as all are called
    freed = at.span(WAREHOUSE) * (not at.player.supply)
    return at.span(REPAID) + freed - cost(at, at.game.board.debts.repayment)
