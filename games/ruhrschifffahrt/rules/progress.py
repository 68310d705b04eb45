"""6.5, phase 5: stones in the right combination earn tiles."""

from games.kernel import Play
from games.ruhrschifffahrt.agenda import AwardTiles
from games.ruhrschifffahrt.events.tiles import BlankLaid, BonusWarehousesReceived, TileEarned, WhiteTileEarned
from games.ruhrschifffahrt.printed import Tile
from games.ruhrschifffahrt.rules.book import step
from games.ruhrschifffahrt.rules.rounds import begin_phase
from games.ruhrschifffahrt.state import Player, Ruhr


@step(AwardTiles)
def award_tiles(play: Play[Ruhr], _: AwardTiles) -> None:
    """RS-96, RS-145"""
    order = begin_phase(play, "progress")
    board = play.game.board
    if play.game.round < board.progress.first_round:
        return
    tiles = (*board.personal_tiles.list, *board.white_tiles.list)
    for seat in order:
        player = play.game.players[seat]
        for tile in tiles:
            if field_is_open(player, tile) and not missing_stones(player, tile):
                award(play, seat, tile)


def field_is_open(player: Player, tile: Tile) -> bool:
    """RS-98, RS-99, RS-R57"""
    return tile.id not in player.tiles and tile.id not in player.blanks


def missing_stones(player: Player, tile: Tile) -> dict[str, int]:
    """RS-96, RS-97: the stones stay where they are and count for every tile."""
    laid = player.stones.get
    return {area: short for area, needed in tile.needs.items() if (short := needed - laid(area, 0)) > 0}


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
