"""6.5, phase 5: stones in the right combination earn tiles."""

from collections.abc import Mapping
from functools import lru_cache

from games.kernel import Play
from games.ruhrschifffahrt.agenda import AwardTiles
from games.ruhrschifffahrt.board import REGISTERS, Register
from games.ruhrschifffahrt.events.tiles import BlankLaid, BonusWarehousesReceived, TileEarned, WhiteTileEarned
from games.ruhrschifffahrt.printed import Tile
from games.ruhrschifffahrt.rules.book import step
from games.ruhrschifffahrt.rules.rounds import begin_phase
from games.ruhrschifffahrt.state import Player, Ruhr


@step(AwardTiles)
def award_tiles(play: Play[Ruhr], _: AwardTiles) -> None:
    """RS-96, RS-145"""
    order = begin_phase(play, "progress")
    if play.game.round < play.game.board.progress.first_round:
        return
    register = REGISTERS[play.game.edition]
    for seat in order:
        player = play.game.players[seat]
        for tile in tiles_with_all_stones(register, frozenset(player.stones.items())):
            if field_is_open(player, tile):
                award(play, seat, tile)


@lru_cache(maxsize=2_000)  # the same in all matches: everybody lays a few stones in few areas
def tiles_with_all_stones(register: Register, stones: frozenset[tuple[str, int]]) -> tuple[Tile, ...]:
    """RS-96: in the order in which they are awarded."""
    laid = dict(stones)
    return tuple(tile for tile in register.tiles.values() if not shortfalls(laid, tile))


def field_is_open(player: Player, tile: Tile) -> bool:
    """RS-98, RS-99, RS-R57"""
    return tile.id not in player.tiles and tile.id not in player.blanks


def missing_stones(player: Player, tile: Tile) -> dict[str, int]:
    """RS-96, RS-97: the stones stay where they are and count for every tile."""
    return shortfalls(player.stones, tile)


def shortfalls(laid: Mapping[str, int], tile: Tile) -> dict[str, int]:
    return {area: short for area, needed in tile.needs.items() if (short := needed - laid.get(area, 0)) > 0}


def award(play: Play[Ruhr], seat: int, tile: Tile) -> None:
    """RS-98, RS-99, RS-100, RS-106, RS-153, RS-R56"""
    if not tile.white:
        play.happens(TileEarned(seat, tile.id))
    elif play.game.stock[tile.id]:
        play.happens(WhiteTileEarned(seat, tile.id))
    else:
        play.happens(BlankLaid(seat, tile.id))
    if tile.warehouses:
        play.happens(BonusWarehousesReceived(seat, "grafschaft_mark", tile.warehouses))
