"""Coal becomes coke in the Central Coking Plant, coke comes back onto coke wagons."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import offer
from games.kernel.language import Barred, Offer
from games.schichtwechsel import effects as printed
from games.schichtwechsel.agenda import EnterPlant, LoadCokeWagons, Perform, RefineCoal
from games.schichtwechsel.commands import Decline, LoadCoke, PlaceCoke, RefineWagon
from games.schichtwechsel.events import CokeGained, CokeLoaded, CokePlaced
from games.schichtwechsel.reasons import (
    COKING_SPACE_IS_TAKEN,
    MUST_CHANGE_SOMETHING,
    OWN_SPACE_COMES_FIRST,
)
from games.schichtwechsel.rules.book import Play, answer, options
from games.schichtwechsel.rules.performing import effect, perform_all, something_changed
from games.schichtwechsel.state import OWN_SPACE, Schichtwechsel


def free_coking_spaces(game: Schichtwechsel, seat: int) -> list[str]:
    """SW-35, SW-37, SW-38, SW-R10, SW-R11: the third coke, at the latest, takes the player's own space."""
    plant, inside = game.board.coking_plant, game.coke_in_plant(seat)
    if inside >= plant.most_per_player or not game.players[seat].stock:
        return []
    own = [] if game.players[seat].own_space else [OWN_SPACE]
    if own and inside + 1 >= plant.own_space_from:
        return own
    return own + [space for space in game.grey_spaces() if space not in game.plant]


def wagon_sizes_to_refine(game: Schichtwechsel, seat: int, emptied: tuple[int, ...]) -> list[int]:
    """SW-23, SW-R13: coal stands as the player needs it; no wagon is filled twice within one effect."""
    sizes = [wagon.spaces for wagon in game.board.pit.coal_wagons]
    coal = game.players[seat].coal
    return [size for size in sorted(set(sizes)) if size <= coal and sizes.count(size) > emptied.count(size)]


def coal_can_be_refined(game: Schichtwechsel, seat: int, refine: printed.Refine) -> bool:
    return bool(game.players[seat].coal and free_coking_spaces(game, seat))


@effect(printed.Refine, able=coal_can_be_refined)
def refine(play: Play, item: Perform, wanted: printed.Refine) -> None:
    play.first(RefineCoal(item.seat, wanted.max, (), item.must))


@options(RefineCoal)
def coal_wagons_to_refine(game: Schichtwechsel, question: RefineCoal) -> Iterator[Offer]:
    """SW-97, SW-R11, SW-R59"""
    sizes = wagon_sizes_to_refine(game, question.seat, question.emptied)
    if not free_coking_spaces(game, question.seat):
        sizes = []
    for size in sizes:
        yield RefineWagon(size)
    yield offer(Decline(), MUST_CHANGE_SOMETHING if question.must and sizes else None)


@answer(RefineCoal, RefineWagon)
def refine_wagon(play: Play, question: RefineCoal, wagon: RefineWagon) -> None:
    """SW-34: one wagon, one coke."""
    something_changed(play)
    if question.left > 1:
        emptied = (*question.emptied, wagon.spaces)
        play.first(RefineCoal(question.seat, question.left - 1, emptied, must=False))
    play.first(EnterPlant(question.seat, wagon.spaces))


@answer(RefineCoal, Decline)
def refine_no_more(play: Play, question: RefineCoal, command: Decline) -> None:
    """Nothing happens."""


def coke_can_enter_plant(game: Schichtwechsel, seat: int, coke: printed.CokeIntoPlant) -> bool:
    """SW-81, SW-R57"""
    if coke.beside_own and not game.coke_in_plant(seat):
        return False
    return bool(free_coking_spaces(game, seat))


@effect(printed.CokeIntoPlant, able=coke_can_enter_plant)
def gain_coke_in_plant(play: Play, item: Perform, coke: printed.CokeIntoPlant) -> None:
    if coke_can_enter_plant(play.game, item.seat, coke):
        play.first(EnterPlant(item.seat, coal=0))


@options(EnterPlant)
def coking_spaces(game: Schichtwechsel, question: EnterPlant) -> Iterator[Offer]:
    """SW-35, SW-37, SW-R56"""
    free = free_coking_spaces(game, question.seat)
    for space in free:
        yield PlaceCoke(space)
    for space in (OWN_SPACE, *game.grey_spaces()):
        if space not in free:
            taken = space in game.plant or space == OWN_SPACE
            yield Barred(PlaceCoke(space), COKING_SPACE_IS_TAKEN if taken else OWN_SPACE_COMES_FIRST)


@answer(EnterPlant, PlaceCoke)
def place_coke(play: Play, question: EnterPlant, coke: PlaceCoke) -> None:
    """SW-36: a grey space gives its gain at once."""
    play.happens(CokePlaced(question.seat, coke.space, question.coal))
    if coke.space != OWN_SPACE:
        play.first(*perform_all(question.seat, play.game.grey_spaces()[coke.space].effects))


def coke_can_be_loaded(game: Schichtwechsel, seat: int, load: printed.Load) -> bool:
    return bool(game.coke_in_plant(seat) and game.coke_wagon_room(seat))


@effect(printed.Load, able=coke_can_be_loaded)
def load(play: Play, item: Perform, wanted: printed.Load) -> None:
    play.first(LoadCokeWagons(item.seat, wanted.max, item.must))


@options(LoadCokeWagons)
def coke_to_load(game: Schichtwechsel, question: LoadCokeWagons) -> Iterator[Offer]:
    """SW-99, SW-R56, SW-R58: from any space of one's own, as much as fits."""
    seat, some = question.seat, False
    if game.coke_wagon_room(seat):
        if game.players[seat].own_space:
            some = True
            yield LoadCoke(OWN_SPACE)
        for space in game.grey_spaces():
            if game.plant.get(space) == seat:
                some = True
                yield LoadCoke(space)
    yield offer(Decline(), MUST_CHANGE_SOMETHING if question.must and some else None)


@answer(LoadCokeWagons, LoadCoke)
def load_coke(play: Play, question: LoadCokeWagons, coke: LoadCoke) -> None:
    something_changed(play)
    play.happens(CokeLoaded(question.seat, coke.space))
    if question.left > 1:
        play.first(LoadCokeWagons(question.seat, question.left - 1, must=False))


@answer(LoadCokeWagons, Decline)
def load_no_more(play: Play, question: LoadCokeWagons, command: Decline) -> None:
    """Nothing happens."""


def coke_can_be_gained(game: Schichtwechsel, seat: int, coke: printed.CokeOnWagon) -> bool:
    """SW-R58, SW-168"""
    return bool(game.players[seat].stock and game.coke_wagon_room(seat))


@effect(printed.CokeOnWagon, able=coke_can_be_gained)
def gain_coke(play: Play, item: Perform, coke: printed.CokeOnWagon) -> None:
    if coke_can_be_gained(play.game, item.seat, coke):
        play.happens(CokeGained(item.seat))
