"""6.6, warehouses: in cities, coal stores and the columns of the port."""

from collections.abc import Iterator
from functools import lru_cache

from games.kernel import Barred, Play, Reason, offer
from games.kernel.language import Offer
from games.ruhrschifffahrt.agenda import Purchase
from games.ruhrschifffahrt.board import Site
from games.ruhrschifffahrt.commands import BuildWarehouse, MoveWarehouse
from games.ruhrschifffahrt.events.buildings import WarehouseBuilt, WarehouseMoved
from games.ruhrschifffahrt.events.tiles import TileUsed, WhiteTileUsed
from games.ruhrschifffahrt.printed import Tile
from games.ruhrschifffahrt.reasons import (
    ALREADY_IN_CITY,
    ALREADY_IN_COLUMN,
    MOVE_TOO_DEAR,
    NO_FREE_PLACE,
    NO_WAREHOUSE,
    PORT_LIMIT,
    TILE_TURNED,
    TILE_USED,
    WAREHOUSE_NOT_PLEDGED,
    WAREHOUSE_TOO_DEAR,
)
from games.ruhrschifffahrt.rules.book import answer, options
from games.ruhrschifffahrt.rules.debts import funds, raise_money
from games.ruhrschifffahrt.state import Ruhr


@options(Purchase)
def warehouses_to_build(game: Ruhr, question: Purchase) -> Iterator[Offer]:
    """RS-101, RS-102, RS-103, RS-105, RS-111, RS-154, RS-R21, RS-R61: each tile where it may build."""
    seat = question.seat
    for tile in game.building_tiles(seat):
        barred = tile_barred(game, seat, tile)
        yield from useless(tile.id, tile.sites, barred) if barred else list_places(game, seat, tile)


@lru_cache(maxsize=2_000)
def useless(tile: str, sites: tuple[str, ...], reason: Reason) -> tuple[Barred, ...]:
    """The same in all matches."""
    return tuple(Barred(BuildWarehouse(tile, site), reason) for site in sites)


def list_places(game: Ruhr, seat: int, tile: Tile) -> list[Offer]:
    """RS-111, RS-R61: each where the tile may build, with what speaks against it."""
    most, unpledged, sites = funds(game, seat), funds(game, seat, kept=1), game.sites
    offers: list[Offer] = []
    for site in tile.sites:
        reason = place_barred(game, seat, sites[site])
        reason = reason or price_barred(warehouse_price(game, tile, site), most, unpledged)
        offers.append(offer(BuildWarehouse(tile.id, site), reason))
    return offers


def tile_barred(game: Ruhr, seat: int, tile: Tile) -> Reason | None:
    """RS-99, RS-124, RS-152"""
    player = game.players[seat]
    if not player.can_use(tile.id):
        return TILE_TURNED if tile.white else TILE_USED
    return None if player.supply else NO_WAREHOUSE


def price_barred(price: int, most: int, unpledged: int) -> Reason | None:
    """RS-R24, RS-R25, RS-R45: the warehouse to be built is not pledged for its own price."""
    if price > most:
        return WAREHOUSE_TOO_DEAR
    return WAREHOUSE_NOT_PLEDGED if price > unpledged else None


def place_barred(game: Ruhr, seat: int, site: Site) -> Reason | None:
    """RS-123, RS-126, RS-129, RS-R22, RS-R51"""
    built = game.warehouses[site.id]
    if seat in built and site.category != "coal_stores":
        return ALREADY_IN_CITY if site.category == "city" else ALREADY_IN_COLUMN
    if site.category == "port" and len(port_columns(game, seat)) >= game.board.port.per_player:
        return PORT_LIMIT
    return None if len(built) < len(site.slots) else NO_FREE_PLACE


def port_columns(game: Ruhr, seat: int) -> list[str]:
    return [column.id for column in game.board.port.columns if seat in game.warehouses[column.id]]


def warehouse_price(game: Ruhr, tile: Tile, site: str) -> int:
    """RS-111, RS-129"""
    return tile.price or next_price(game, site) or 0


def next_price(game: Ruhr, site: str) -> int | None:
    """RS-120, RS-121, RS-125, RS-R21; none when there is no free place."""
    built, place = len(game.warehouses[site]), game.sites[site]
    if built == len(place.slots):
        return None
    if place.category != "port":
        return place.slots[built]
    port = game.board.port
    return port.prices[sum(len(game.warehouses[column.id]) for column in port.columns)]


@answer(Purchase, BuildWarehouse)
def build_warehouse(play: Play[Ruhr], question: Purchase, command: BuildWarehouse) -> None:
    """RS-120, RS-122, RS-126"""
    seat = question.seat
    tile = play.game.tile(command.tile)
    site = play.game.sites[command.site]
    price = raise_money(play, seat, warehouse_price(play.game, tile, site.id))
    use = WhiteTileUsed if tile.white else TileUsed
    play.happens(use(seat, tile.id), WarehouseBuilt(seat, site.id, site.category, price, site.points))
    play.first(question)


@options(Purchase)
def warehouses_to_move(game: Ruhr, question: Purchase) -> Iterator[Offer]:
    """RS-127, RS-R23, RS-R61"""
    if not game.moves_port_warehouses(question.seat):
        return
    own = port_columns(game, question.seat)
    too_dear = game.board.port.moving_price > funds(game, question.seat)
    for origin in own:
        for column in game.board.port.columns:
            if column.id not in own:
                full = len(game.warehouses[column.id]) == len(game.sites[column.id].slots)
                barred = NO_FREE_PLACE if full else MOVE_TOO_DEAR if too_dear else None
                yield offer(MoveWarehouse(origin, column.id), barred)


@answer(Purchase, MoveWarehouse)
def move_warehouse(play: Play[Ruhr], question: Purchase, command: MoveWarehouse) -> None:
    price = raise_money(play, question.seat, play.game.board.port.moving_price)
    play.happens(WarehouseMoved(question.seat, command.origin, command.target, price))
    play.first(question)
