"""What an option of Ruhrschifffahrt is worth at a glance, in victory points.

A start is worth the best sale it leads to, an option the best start it opens, a stone its part of the
tiles it helps to earn, a building the points it gives at once; money, warehouses and debts have a price in
points. The constants were found by playing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import Any, Final, cast

from frozen.appraisals.nothing import worth_nothing
from frozen.appraisals.ruhrschifffahrt_prices import (
    DEBT,
    WAREHOUSE,
    cost,
    stone,
    thaler_worth,
    timeline_rounds_left,
)
from games.kernel import Command, Question
from games.ruhrschifffahrt.agenda import ChooseStart, ReturnDie
from games.ruhrschifffahrt.commands import (
    BuildLock,
    BuildWarehouse,
    FinishPurchases,
    HaulCoal,
    MoveWarehouse,
    PassRound,
    PayLevy,
    PutDie,
    RaiseDie,
    RemoveDie,
    RepayDebt,
    SellAt,
    StartAt,
    TakeFreeTow,
    TakeGain,
    TakeNoOption,
    TakeOption,
    TransportDie,
    VisitInn,
)
from games.ruhrschifffahrt.printed import SpecialOption
from games.ruhrschifffahrt.quantities import Colour
from games.ruhrschifffahrt.rules.exports import export_country, export_points
from games.ruhrschifffahrt.rules.locks import lock_price
from games.ruhrschifffahrt.rules.sailing import Trip, trip
from games.ruhrschifffahrt.rules.special_options import price, targets
from games.ruhrschifffahrt.rules.starts import NO_OPTION, Starts, chosen_option, open_starts, start_barred
from games.ruhrschifffahrt.rules.warehouses import warehouse_price
from games.ruhrschifffahrt.state import Ruhr

OTHERS_SALE_SHARE: Final = 0.3  # what others earn from one's sale
WHITE_TILE: Final = 0.8  # kept for a better day
HAUL_AT_LEAST: Final = 0.9
DOUBT: Final = 0.1  # about what the column left would have brought later
ONE_MORE: Final = 20.0  # a free gain comes first: the question is asked again after it
NEVER: Final = -50.0


def appraise(game: Ruhr, command: Command) -> float:
    seat = cast("Question", game.agenda[0]).seat
    return WORTH[type(command)](game, seat, command)


def never(game: Ruhr, seat: int, command: Command) -> float:  # noqa: ARG001  as all are called
    return NEVER


def levy(game: Ruhr, seat: int, command: PayLevy) -> float:
    return -1.0 if command.coin == "points" else -cost(game, seat, game.board.timeline.levy.thalers)


def taking_gain(game: Ruhr, seat: int, command: TakeGain) -> float:
    return 1.0 if command.coin == "points" else thaler_worth(game, seat)


def visiting_inn(game: Ruhr, seat: int, command: VisitInn) -> float:
    effects = game.board.white_effects
    points = (
        effects.inn_points if command.coin == "points" else effects.inn_thalers * thaler_worth(game, seat)
    )
    return ONE_MORE + points


def removing(game: Ruhr, seat: int, command: RemoveDie) -> float:
    """The die that one cannot carry goes first."""
    closed = start_barred(game, seat, NO_OPTION, command.depot) is not None
    return closed - game.depots[command.depot] / 10


def taking_option(game: Ruhr, seat: int, command: TakeOption) -> float:
    option = game.option(command.option)
    return prospect(game, seat, option) - cost(game, seat, price(game, option))


def towing_free(game: Ruhr, seat: int, command: TakeFreeTow) -> float:
    return prospect(game, seat, game.option(command.option)) - WHITE_TILE


def without_option(game: Ruhr, seat: int, command: TakeNoOption) -> float:  # noqa: ARG001  as all are called
    return prospect(game, seat, NO_OPTION)


def prospect(game: Ruhr, seat: int, option: SpecialOption) -> float:
    """The best start that the option leads to, and what it brings at once."""
    by = option.raise_die
    starts = [start(game, seat, option, depot, raised=by) for depot in open_starts(game, seat, option)]
    if option.transport:
        starts += transports(game, seat, option)
    return max(starts, default=NEVER) + option.thalers * thaler_worth(game, seat)


def transports(game: Ruhr, seat: int, option: SpecialOption) -> Iterable[float]:
    for colour, column in game.track.items():
        for depot in targets(game, Starts(game, seat), option, colour) if column else ():
            yield put(game, seat, option, depot, column[0])


def choosing_colour(game: Ruhr, seat: int, command: TransportDie) -> float:
    option = chosen_option(game, seat)
    pips = game.track[command.colour][0]
    depots = targets(game, Starts(game, seat), option, command.colour)
    return max(put(game, seat, option, depot, pips) for depot in depots)


def putting(game: Ruhr, seat: int, command: PutDie) -> float:
    if isinstance(game.agenda[0], ReturnDie):
        return -len(game.river.simple_trips[command.depot])  # of little use to the seats that follow
    colour: Colour = game.river.coal[command.depot]
    return put(game, seat, chosen_option(game, seat), command.depot, game.track[colour][0])


def put(game: Ruhr, seat: int, option: SpecialOption, depot: str, pips: int) -> float:
    """A die put where one can start from it."""
    barred = start_barred(game, seat, option, depot) is not None
    return 0.0 if barred else best_sale(game, seat, option, depot, pips)


def raising(game: Ruhr, seat: int, command: RaiseDie) -> float:
    option = chosen_option(game, seat)
    barred = start_barred(game, seat, option, command.depot) is not None
    return 0.0 if barred else start(game, seat, option, command.depot, raised=option.raise_die)


def hauling(game: Ruhr, seat: int, command: HaulCoal) -> float:
    """Only if the start is chosen next, and only for the die one will carry."""
    question = game.agenda[0]
    option = chosen_option(game, seat)
    starts = list(open_starts(game, seat, option))
    if not isinstance(question, ChooseStart) or command.depot not in starts:
        return NEVER
    if question.bound_to not in {"", command.depot}:
        return NEVER
    by = game.board.white_effects.coal_hauler_raises
    before = max(start(game, seat, option, depot) for depot in starts)
    better = start(game, seat, option, command.depot, raised=by) - before
    return ONE_MORE + better if better > HAUL_AT_LEAST else NEVER


def starting(game: Ruhr, seat: int, command: StartAt) -> float:
    return start(game, seat, chosen_option(game, seat), command.depot)


def start(game: Ruhr, seat: int, option: SpecialOption, depot: str, *, raised: int = 0) -> float:
    pips = min(game.board.coal.max_pips, game.depots[depot] + raised)
    return best_sale(game, seat, option, depot, pips)


def best_sale(game: Ruhr, seat: int, option: SpecialOption, depot: str, pips: int) -> float:
    trips = game.river.pilot_trips if option.pilot else game.river.simple_trips
    return max(sale(game, seat, trip(game, seat, depot, space, pips)) for space in trips[depot])


def selling_coal(game: Ruhr, seat: int, command: SellAt) -> float:
    depot = game.ship(seat)
    return sale(game, seat, trip(game, seat, depot, command.space, game.depots[depot]))


def sale(game: Ruhr, seat: int, it: Trip) -> float:
    """Money, the stone, what warehouses earn, and where the ship then lies."""
    own = game.board.trips.city_income * it.owners.count(seat)
    money = (it.thalers + it.port_bonus + it.demand + own) * thaler_worth(game, seat)
    others = OTHERS_SALE_SHARE * thaler_worth(game, seat) * (len(it.owners) - it.owners.count(seat))
    worth = money - others - way_back(game, seat, it.space)
    if it.port_bonus:
        worth += calling_at_port(game, seat)
    return worth + (stone(game, seat, it.area) if it.stones else 0.0)


def way_back(game: Ruhr, seat: int, space: str) -> float:
    """The fewer depots lie below, the sooner one has to pay for a tow."""
    if game.round == len(game.board.timeline.rounds):
        return 0.0
    below = sum(game.river.index[depot] > game.river.index[space] for depot in game.river.depots)
    return max(0.0, 1 - below / 6) * price(game, game.option("tow")) * thaler_worth(game, seat)


def calling_at_port(game: Ruhr, seat: int) -> float:
    """The export marker goes up for one's own warehouses; the Ruhraake ends there."""
    last = game.round == len(game.board.timeline.rounds)
    own = sum(seat in game.warehouses[column.id] for column in game.board.port.columns)
    aboard = "ruhraake" in game.players[seat].tiles
    return 2.0 * (last and aboard) + 0.2 * own * (not last and not game.port_sales)


def building_lock(game: Ruhr, seat: int, command: BuildLock) -> float:
    points = game.river.spaces[command.obstacle].lock_points
    bonus = WAREHOUSE * game.players[seat].bonus["first_lock"] * (timeline_rounds_left(game) > 0)
    return points + bonus - cost(game, seat, lock_price(game) or 0)


def building_warehouse(game: Ruhr, seat: int, command: BuildWarehouse) -> float:
    tile, site = game.tile(command.tile), game.sites[command.site]
    due = cost(game, seat, warehouse_price(game, tile, site.id))
    kept = WHITE_TILE * tile.white * (timeline_rounds_left(game) > 0)
    return site.points - due - kept


def moving(game: Ruhr, seat: int, command: MoveWarehouse) -> float:
    """Into the column that is exported now."""
    left = export_now(game, command.origin, game.warehouses[command.origin].index(seat))
    reached = export_now(game, command.target, len(game.warehouses[command.target]))
    return reached - left - cost(game, seat, game.board.port.moving_price) - DOUBT


def export_now(game: Ruhr, site: str, place: int) -> int:
    """What a warehouse at this place of a column scores in this round."""
    return export_points(game, place) if export_country(game) == site else 0


def repaying(game: Ruhr, seat: int, command: RepayDebt) -> float:  # noqa: ARG001  as all are called
    freed = WAREHOUSE * (not game.players[seat].supply and timeline_rounds_left(game) > 0)
    return (
        DEBT * (0.75 if timeline_rounds_left(game) else 1.0)
        + freed
        - cost(game, seat, game.board.debts.repayment)
    )


WORTH: Final = MappingProxyType[type[Command], Callable[[Ruhr, int, Any], float]](
    {
        PayLevy: levy,
        TakeGain: taking_gain,
        RemoveDie: removing,
        PutDie: putting,
        TakeOption: taking_option,
        TakeFreeTow: towing_free,
        TakeNoOption: without_option,
        PassRound: never,
        TransportDie: choosing_colour,
        RaiseDie: raising,
        VisitInn: visiting_inn,
        HaulCoal: hauling,
        StartAt: starting,
        SellAt: selling_coal,
        BuildLock: building_lock,
        BuildWarehouse: building_warehouse,
        MoveWarehouse: moving,
        RepayDebt: repaying,
        FinishPurchases: worth_nothing,
    }
)
