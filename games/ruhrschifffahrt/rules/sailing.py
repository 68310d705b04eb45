"""6.4, phase 4: the ships sail downstream and sell their coal."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from games.kernel import Play
from games.kernel.language import Offer
from games.kernel.quantities import doc
from games.ruhrschifffahrt.agenda import BeginVoyages, Sail
from games.ruhrschifffahrt.commands import SellAt
from games.ruhrschifffahrt.events.ships import (
    CoalSold,
    DemandTaken,
    ExportMarkerMoved,
    PortReached,
    ShipSailed,
    WarehouseEarned,
)
from games.ruhrschifffahrt.quantities import (
    AreaId,
    DemandOrNone,
    DepotId,
    Owners,
    Pips,
    Price,
    Proceeds,
    SalesSpaceId,
    Stones,
)
from games.ruhrschifffahrt.rules.book import answer, options, step
from games.ruhrschifffahrt.rules.rounds import begin_phase
from games.ruhrschifffahrt.rules.starts import chosen_option
from games.ruhrschifffahrt.rules.track import lay_on_track
from games.ruhrschifffahrt.state import Ruhr


@step(BeginVoyages)
def begin_voyages(play: Play[Ruhr], _: BeginVoyages) -> None:
    """RS-80; RS-R19: a player who passed does not sail."""
    order = begin_phase(play, "move_and_sell")
    play.first(*(Sail(seat) for seat in order if play.game.loaded(seat)))


@options(Sail)
def sales_spaces(game: Ruhr, question: Sail) -> Iterator[Offer]:
    yield from map(SellAt, sales_spaces_within_reach(game, question.seat))


def sales_spaces_within_reach(game: Ruhr, seat: int) -> tuple[str, ...]:
    """RS-70, RS-81, RS-82, RS-85, RS-R2, RS-R3"""
    depot = game.ship(seat)
    trips = game.river.pilot_trips if chosen_option(game, seat).pilot else game.river.simple_trips
    return trips[depot]


class Trip(msgspec.Struct, frozen=True):
    """What carrying coal from a depot to a sales space would bring a seat."""

    depot: Annotated[DepotId, doc("The depot.")]
    space: Annotated[SalesSpaceId, doc("The sales space.")]
    pips: Annotated[Pips, doc("Pips on arrival (RS-83).")]
    area: Annotated[AreaId, doc("The area for the stone (RS-88).")]
    stones: Annotated[Stones, doc("Stones laid there (RS-87, RS-92).")]
    thalers: Annotated[Proceeds, doc("Thaler for the coal (RS-87, RS-92).")]
    port_bonus: Annotated[Price, doc("Thaler more in the port (RS-89).")]
    demand: Annotated[DemandOrNone, doc("Demand on the space (RS-94).")]
    owners: Annotated[Owners, doc("Owners of warehouses in the city, who all earn (RS-93).")]


def trip(game: Ruhr, seat: int, depot: str, space: str, loaded: int) -> Trip:
    """RS-83, RS-87, RS-88, RS-89, RS-92, RS-93, RS-94, RS-R4, RS-R6, RS-R7, RS-R36"""
    kind = game.river.spaces[space].type
    area = f"{game.river.coal[depot]}_{kind}"
    room = game.players[seat].stones.get(area, 0) < game.board.areas.sizes[area]
    pips = pips_on_arrival(game, depot, space, loaded)
    return Trip(
        depot=depot,
        space=space,
        pips=pips,
        area=area,
        stones=int(room),
        thalers=pips - int(room),
        port_bonus=game.board.trips.port_bonus if kind == "port" else 0,
        demand=game.demand.get(space, 0),
        owners=tuple(game.warehouses[space]) if kind == "city" else (),
    )


def pips_on_arrival(game: Ruhr, depot: str, space: str, loaded: int) -> int:
    """RS-83, RS-84, RS-R4, RS-R5: one pip for any number of obstacles, none for locks."""
    free = game.river.obstacles_on[depot][space].isdisjoint(game.obstacles)
    loss = 0 if free else game.board.trips.obstacle_loss
    return max(game.board.coal.min_pips, loaded - loss)


@answer(Sail, SellAt)
def sell_at(play: Play[Ruhr], question: Sail, command: SellAt) -> None:
    """RS-R48"""
    seat = question.seat
    depot = play.game.ship(seat)
    colour = play.game.river.coal[depot]
    sale = trip(play.game, seat, depot, command.space, play.game.depots[depot])
    play.happens(
        ShipSailed(seat, depot, sale.space, colour, sale.pips),
        CoalSold(seat, sale.space, sale.area, sale.stones, sale.thalers),
    )
    if sale.port_bonus:
        enter_port(play, seat, sale)
    if sale.demand:
        play.happens(DemandTaken(seat, sale.space, sale.demand))
    for owner in sale.owners:
        play.happens(WarehouseEarned(owner, sale.space, play.game.board.trips.city_income))
    lay_on_track(play, colour, sale.pips)


def enter_port(play: Play[Ruhr], seat: int, sale: Trip) -> None:
    """RS-89, RS-90, RS-91, RS-R8, RS-R59"""
    scale = play.game.board.export_scale
    moves = scale.moved_by == "every_seller" or not play.game.port_sales
    play.happens(PortReached(seat, len(play.game.ships[sale.space]), sale.port_bonus))
    steps = next(it.steps for it in scale.steps if sale.pips <= it.up_to_pips)
    to = min(play.game.export_marker + steps, len(scale.values) - 1)
    if moves and to != play.game.export_marker:
        play.happens(ExportMarkerMoved(to))
