"""Selection tiles: the upper half in step II, the lower half with the last bar space in step VI."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import Item, offer
from games.kernel.language import Barred, Offer, Unlisted
from games.schichtwechsel import effects as printed
from games.schichtwechsel.agenda import ChooseTiles, Perform, PickBenefit, PickTile, TakeUpperHalf
from games.schichtwechsel.commands import TakeTile
from games.schichtwechsel.events import TileTaken
from games.schichtwechsel.lookup import tiles_for
from games.schichtwechsel.reasons import NOT_IN_THIS_GAME, TILE_IS_TAKEN
from games.schichtwechsel.rules.book import Play, answer, options, step
from games.schichtwechsel.rules.performing import always, effect, perform_all, whole
from games.schichtwechsel.state import Schichtwechsel


@step(ChooseTiles)
def choose_tiles(play: Play, _: ChooseTiles) -> None:
    play.first(*choices_of_tiles(play.game))


def choices_of_tiles(game: Schichtwechsel) -> tuple[Item, ...]:
    """SW-50, SW-51, SW-R52: the first round goes the other way round, the bonuses after all choices."""
    clockwise = game.order(game.starter)
    if game.round == 1:
        backwards = clockwise[::-1]
        return (*map(PickTile, backwards), *map(TakeUpperHalf, backwards))
    return tuple(item for seat in clockwise for item in (PickTile(seat), TakeUpperHalf(seat)))


@options(PickTile)
def tiles_to_choose(game: Schichtwechsel, question: PickTile) -> Iterator[Offer]:
    """SW-52, SW-R16: any tile in the supply, so never the player's own one again."""
    taken = {player.tile for player in game.players}
    for tile in tiles_for(game.edition, len(game.players)):
        yield offer(TakeTile(tile), TILE_IS_TAKEN if tile in taken else None)
    for printed_tile in game.board.tiles.list:
        if len(game.players) not in printed_tile.players:
            yield Unlisted(Barred(TakeTile(printed_tile.id), NOT_IN_THIS_GAME))


@answer(PickTile, TakeTile)
def take_tile(play: Play, question: PickTile, command: TakeTile) -> None:
    """SW-51: the old one goes back."""
    play.happens(TileTaken(question.seat, command.tile, play.game.players[question.seat].tile))


@step(TakeUpperHalf)
def take_upper_half(play: Play, item: TakeUpperHalf) -> None:
    """SW-53 .. SW-59, SW-R15: compulsory, and a bundle lapses as a whole."""
    upper = play.game.tile(item.seat).upper
    if whole(play.game, item.seat, upper):
        play.first(*perform_all(item.seat, upper))


@effect(printed.LowerHalf, able=always)
def take_lower_half(play: Play, item: Perform, half: printed.LowerHalf) -> None:
    """SW-72, SW-74, SW-R17: one of two bundles; else what the tile says for this situation."""
    tile = play.game.tile(item.seat)
    possible = tuple(benefit for benefit in tile.lower if whole(play.game, item.seat, benefit.effects))
    if possible:
        play.first(PickBenefit(item.seat, possible, optional=False))
    else:
        play.first(*perform_all(item.seat, tile.if_impossible))
