"""Where ships and discs can be, and what a round has set."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import Breach
from games.ruhrschifffahrt.agenda import ChooseOption, OpenPurchases
from games.ruhrschifffahrt.laws.turns import (
    BEFORE_SALES,
    seats_not_departed,
    seats_that_sailed,
    seats_waiting,
)
from games.ruhrschifffahrt.rules.sailing import sales_spaces_within_reach
from games.ruhrschifffahrt.rules.special_options import discs_on
from games.ruhrschifffahrt.state import Ruhr


def round_is_on_the_timeline(game: Ruhr) -> Iterator[Breach]:
    """RS-1"""
    if not 1 <= game.round <= len(game.board.timeline.rounds):
        yield Breach("round", "/round")


def order_has_every_seat(game: Ruhr) -> Iterator[Breach]:
    """RS-13"""
    if sorted(game.order) != list(range(len(game.players))):
        yield Breach("order", "/order")


def colours_go_by_seat(game: Ruhr) -> Iterator[Breach]:
    """RS-2"""
    for seat, player in enumerate(game.players):
        if player.colour != game.board.colours.list[seat]:
            yield Breach("colours", f"/players/{seat}/colour")


def ships_lie_once(game: Ruhr) -> Iterator[Breach]:
    """RS-58, RS-86"""
    aboard = [seat for seats in game.ships.values() for seat in seats]
    if len(set(aboard)) < len(aboard):
        yield Breach("ships", "/ships")
    for space, seats in game.ships.items():
        if not seats or (len(seats) > 1 and space in game.river.depots):
            yield Breach("ships", f"/ships/{space}")


def ships_are_where_the_phase_has_them(game: Ruhr) -> Iterator[Breach]:
    """RS-56, RS-64, RS-80, RS-R11: at depots between start and sale; beside the river before the first."""
    staying, sailed = seats_not_departed(game), seats_that_sailed(game)
    for seat in range(len(game.players)):
        space = game.ship(seat)
        beside = not space
        at_depot = space in game.river.depots
        if beside != (game.round == 1 and seat in staying):
            yield Breach("ships", "/ships", f"seat {seat} is beside the river, or should be")
        elif at_depot and (seat in staying or seat in sailed or not can_deliver(game, seat, space)):
            yield Breach("ships", f"/ships/{space}", "it cannot lie there now")
        elif game.round == 1 and not beside and at_depot == (seat in sailed):
            yield Breach("ships", f"/ships/{space}", "nobody has sold anything yet")


def can_deliver(game: Ruhr, seat: int, depot: str) -> bool:
    """RS-59, RS-64, RS-79"""
    tile = game.river.territory(depot).needs_tile
    allowed = not tile or tile in game.players[seat].tiles
    return allowed and depot in game.depots and bool(sales_spaces_within_reach(game, seat))


def order_goes_by_ships(game: Ruhr) -> Iterator[Breach]:
    """RS-13, RS-R9, RS-R10: those who have not moved in this phase still lie in its order."""
    unmoved = set(game.order)
    if game.phase == "start_space_and_option":
        unmoved = seats_not_departed(game)
    if game.phase == "move_and_sell":
        unmoved -= seats_that_sailed(game)
    ships = [seat for seat in game.ship_order() if seat in unmoved]
    if ships != [seat for seat in game.order if seat in ships]:
        yield Breach("order", "/order", "the ships lie in another one")


def first_round_fills_the_track(game: Ruhr) -> Iterator[Breach]:
    """RS-R13: by one die for each ship that has sold, so that nothing overflows."""
    dice = sum(len(column) for column in game.track.values())
    if game.round == 1 and dice != len(seats_that_sailed(game)):
        yield Breach("track", "/track")


def discs_lie_where_they_may(game: Ruhr) -> Iterator[Breach]:
    """RS-51, RS-65 .. RS-67, RS-137"""
    without = seats_waiting(game, ChooseOption) if game.phase == BEFORE_SALES[2] else seats_not_departed(game)
    for seat, player in enumerate(game.players):
        if not player.option:
            continue
        option = game.option(player.option)
        tile = not option.needs_tile or option.needs_tile in player.tiles
        crowded = 0 < option.players_per_round < discs_on(game, option.id)
        late = 0 < option.last_round < game.round
        shut = option.pilot and game.pilot_closed
        if not tile or crowded or late or shut or seat in without or not game.agenda:
            yield Breach("option", f"/players/{seat}/option")


def round_has_set_what_it_can(game: Ruhr) -> Iterator[Breach]:
    """RS-51, RS-54, RS-91, RS-98, RS-137: what a round sets ends with it."""
    fresh = game.phase == "event" or not game.agenda
    water = bool(game.seen) and bool(game.marker(game.seen[-1]).water)
    if game.pilot_closed and (fresh or not water):
        yield Breach("water", "/pilot_closed")
    if game.locks_forced and fresh:
        yield Breach("locks", "/locks_forced")
    in_port = sum(seat in seats_that_sailed(game) for seat in game.ships.get("port", ()))
    if game.port_sales > (in_port if game.agenda else 0):
        yield Breach("port", "/port_sales")


def used_tiles_are_of_this_phase(game: Ruhr) -> Iterator[Breach]:
    """RS-98, RS-115, RS-137"""
    buying = game.agenda and game.phase == "purchases"
    closed = set(game.order) if not buying else seats_waiting(game, OpenPurchases)
    for seat in closed:
        if game.players[seat].used:
            yield Breach("used", f"/players/{seat}/used")


BASICS = (round_is_on_the_timeline, order_has_every_seat, colours_go_by_seat, ships_lie_once)
PLACES = (
    ships_are_where_the_phase_has_them,
    order_goes_by_ships,
    first_round_fills_the_track,
    discs_lie_where_they_may,
    round_has_set_what_it_can,
    used_tiles_are_of_this_phase,
)
