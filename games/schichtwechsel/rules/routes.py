"""Discs on road, rail and canal, and the houses that leave the bar at a barrier."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from games.kernel import Reason, offer
from games.kernel.language import Barred, Offer
from games.schichtwechsel import effects as printed
from games.schichtwechsel.agenda import AdvanceDiscs, Perform, PickHouse, PickSite
from games.schichtwechsel.commands import AdvanceDisc, Decline, PlaceHouse, TakeHouse
from games.schichtwechsel.events import DiscAdvanced, HousePlaced, TargetReached
from games.schichtwechsel.lookup import barrier, house_places, tracks_of
from games.schichtwechsel.quantities import Route
from games.schichtwechsel.reasons import (
    BARRIER_AHEAD,
    BEYOND_TARGET,
    ENOUGH_HOUSES_HERE,
    MUST_CHANGE_SOMETHING,
    NOT_TO_BE_DECLINED,
    REST_IS_FOR_FOUR,
    REST_IS_FOR_MORE_THAN_TWO,
    SITE_IS_FULL,
    SPEED_IS_FULL,
)
from games.schichtwechsel.rules.book import Play, answer, options
from games.schichtwechsel.rules.performing import effect, perform_all, something_changed
from games.schichtwechsel.state import WORKING_SPEED, Schichtwechsel


def can_step(game: Schichtwechsel, seat: int, route: Route, *, cross: bool) -> bool:
    return step_barred(game, seat, route, cross=cross) is None


def step_barred(game: Schichtwechsel, seat: int, route: Route, *, cross: bool) -> Reason | None:
    """SW-75, SW-169, SW-R6: not beyond the target, and not over a barrier where that is forbidden."""
    here = game.players[seat].discs[route]
    if here >= tracks_of(game.edition)[route].spaces:
        return BEYOND_TARGET
    return BARRIER_AHEAD if not cross and barrier(game.edition, route, here + 1) else None


def disc_can_advance(game: Schichtwechsel, seat: int, advance: printed.Advance) -> bool:
    return any(can_step(game, seat, route, cross=advance.cross) for route in advance.steps)


@effect(printed.Advance, able=disc_can_advance)
def advance(play: Play, item: Perform, steps: printed.Advance) -> None:
    """SW-101, SW-102"""
    play.first(AdvanceDiscs(item.seat, steps.steps, steps.cross, optional=False, must=False))


def rail_is_uncovered(game: Schichtwechsel, seat: int, steps: printed.AdvancePerHeadframe) -> bool:
    return game.headframes_in_play(seat) > 0 and can_step(game, seat, steps.route, cross=True)


@effect(printed.AdvancePerHeadframe, able=rail_is_uncovered)
def advance_per_headframe(play: Play, item: Perform, steps: printed.AdvancePerHeadframe) -> None:
    """SW-118: counted now; each step may be declined, which ends it."""
    symbols = (steps.route,) * play.game.headframes_in_play(item.seat)
    if symbols:
        play.first(AdvanceDiscs(item.seat, symbols, cross=True, optional=True, must=item.must))


@options(AdvanceDiscs)
def routes_to_advance_on(game: Schichtwechsel, question: AdvanceDiscs) -> Iterator[Offer]:
    """SW-R5: which of the remaining steps comes next; SW-R6: what leads beyond a target is lost."""
    barred = {
        route: step_barred(game, question.seat, route, cross=question.cross)
        for route in dict.fromkeys(question.steps)
    }
    for route, reason in barred.items():
        yield offer(AdvanceDisc(route), reason)
    if all(barred.values()) or (question.optional and not question.must):
        yield Decline()
    else:
        yield Barred(Decline(), MUST_CHANGE_SOMETHING if question.must else NOT_TO_BE_DECLINED)


@answer(AdvanceDiscs, AdvanceDisc)
def advance_disc(play: Play, question: AdvanceDiscs, command: AdvanceDisc) -> None:
    """SW-105, SW-106, SW-R5: a barrier is settled before the disc goes on."""
    something_changed(play)
    seat, route = question.seat, command.route
    space = play.game.players[seat].discs[route] + 1
    play.happens(DiscAdvanced(seat, route, space))
    if space == tracks_of(play.game.edition)[route].spaces:
        play.happens(TargetReached(seat, route))
    rest = list(question.steps)
    rest.remove(route)
    if rest:
        play.first(AdvanceDiscs(seat, tuple(rest), question.cross, question.optional, must=False))
    play.first(*perform_all(seat, barrier(play.game.edition, route, space)))


@answer(AdvanceDiscs, Decline)
def advance_no_more(play: Play, question: AdvanceDiscs, command: Decline) -> None:
    """Nothing happens."""


def has_a_house_left(game: Schichtwechsel, seat: int, house: printed.BuildHouse) -> bool:
    return bool(game.players[seat].bar)


@effect(printed.BuildHouse, able=has_a_house_left)
def build_house(play: Play, item: Perform, house: printed.BuildHouse) -> None:
    """SW-107, SW-R50: a house may not be declined."""
    if play.game.players[item.seat].bar:
        play.first(PickHouse(item.seat))


@options(PickHouse)
def houses_on_the_bar(game: Schichtwechsel, question: PickHouse) -> Iterator[TakeHouse]:
    """SW-R9: any of them."""
    for house in game.players[question.seat].bar:
        yield TakeHouse(house)


@answer(PickHouse, TakeHouse)
def take_house(play: Play, question: PickHouse, command: TakeHouse) -> None:
    play.first(PickSite(question.seat, command.house))


@options(PickSite)
def sites_for_a_house(game: Schichtwechsel, question: PickSite) -> Iterator[Offer]:
    for site in game.board.sites.list:
        yield offer(PlaceHouse(site.id), site_barred(game, question.seat, site.id))


REST_IS_FOR_MORE = MappingProxyType({2: REST_IS_FOR_MORE_THAN_TWO, 3: REST_IS_FOR_FOUR})


def site_barred(game: Schichtwechsel, seat: int, site: str) -> Reason | None:
    """SW-14, SW-15, SW-R49, SW-R76"""
    most = game.site(site).most_per_player
    if most is not None and game.houses(seat, site) >= most:
        return SPEED_IS_FULL if site == WORKING_SPEED else ENOUGH_HOUSES_HERE
    places = house_places(game.edition, len(game.players), site)
    if places is None or len(game.sites[site]) < places:
        return None
    printed_places = len(game.site(site).spaces or ())
    return SITE_IS_FULL if places == printed_places else REST_IS_FOR_MORE.get(len(game.players), SITE_IS_FULL)


@answer(PickSite, PlaceHouse)
def place_house(play: Play, question: PickSite, command: PlaceHouse) -> None:
    play.happens(HousePlaced(question.seat, question.house, command.site))
