"""Heuristic values of the options of Ruhrschifffahrt, in victory points.

A start is worth the best sale it leads to, an option the best start it opens, a stone its part of the tiles
it helps to earn, a building the points it gives at once and what it brings later, less its price; money,
warehouses and debts have a price in points.
"""

# ruff: noqa: ARG001, ARG005  all are handed position and command, whether they need both or not

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, cast

from games.kernel import Command, Question
from games.ruhrschifffahrt.agenda import ChooseStart, ReturnDie
from games.ruhrschifffahrt.board import Site
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
from games.ruhrschifffahrt.rules.locks import lock_price
from games.ruhrschifffahrt.rules.sailing import trip
from games.ruhrschifffahrt.rules.special_options import price, targets
from games.ruhrschifffahrt.rules.starts import NO_OPTION, chosen_option
from games.ruhrschifffahrt.rules.warehouses import warehouse_price
from games.ruhrschifffahrt.state import Ruhr
from workers.bots.heuristics.ruhrschifffahrt_prices import (
    FIRST_LOCK,
    REPAID,
    WAREHOUSE,
    RuhrPosition,
    Span,
    cost_of_thalers,
    exports_to_come,
    value_stone,
)

OTHERS_SALE_SHARE: Final = 0.32  # what others earn from one's sale
TOW_KEPT: Final[Span] = (1.04, 0.71)  # a free tow may be of more use on a better day
HAUL_AT_LEAST: Final[Span] = (1.1, 1.1)
FEW_BELOW: Final = 7.12  # depots: with fewer, one will soon have to pay for a tow
WAY_BACK: Final = 1.8
AHEAD: Final = 0.25  # for lying at the source rather than at the port: who lies further up chooses first
RETURN_OWN: Final = 0.14  # of what a die put back would bring oneself
RETURN_BELOW: Final = 0.04  # for each ship that lies above it
RETURN_TRIPS: Final = 0.28  # for each sales space it leads to
FEW_DICE: Final = 0.4  # for each die too few below
WHITE_BELOW: Final[Span] = (3.0, 0.0)  # for each white die below
MARKER_MOVED: Final = 0.18  # for each own warehouse in the port
ONE_MORE: Final = 20.0  # a free gain comes first: the question is asked again after it
NEVER: Final = -50.0
DOUBT: Final = 0.05  # about what the column left would have brought later
WHITE_TILE: Final[Span] = (0.87, 0.08)  # kept for a better day
# Of the points of a group: for the last but two, the last but one, the last
GROUP: Final = (0.26, 0.56, 1.22)
INCOME: Final = 0.05  # Thaler a warehouse in a city brings each round
RAILWAY: Final = 0.36  # part of its points while the tile is not yet there


def estimate_values(game: Ruhr, commands: Sequence[Command]) -> list[float]:
    at = RuhrPosition(game, cast("Question", game.agenda[0]).seat)
    return [VALUES[type(command)](at, command) for command in commands]


def value_levy(at: RuhrPosition, command: PayLevy) -> float:
    due = at.game.board.timeline.levy
    return -float(due.points) if command.coin == "points" else -cost_of_thalers(at, due.thalers)


def value_gain(at: RuhrPosition, command: TakeGain) -> float:
    gain = at.game.board.timeline.gain
    return float(gain.points) if command.coin == "points" else gain.thalers * at.thaler


def value_inn(at: RuhrPosition, command: VisitInn) -> float:
    effects = at.game.board.white_effects
    in_points = command.coin == "points"
    return ONE_MORE + (effects.inn_points if in_points else effects.inn_thalers * at.thaler)


def value_removing(at: RuhrPosition, command: RemoveDie) -> float:
    """Prefer to remove the die that one cannot carry."""
    closed = at.starts.judge(NO_OPTION)[command.depot] is not None
    return closed - at.game.depots[command.depot] / 10


def value_option(at: RuhrPosition, command: TakeOption) -> float:
    option = at.game.option(command.option)
    return value_starts(at, option) - cost_of_thalers(at, price(at.game, option))


def value_starts(at: RuhrPosition, option: SpecialOption) -> float:
    """Return the value of the best start that the option leads to, and of what it brings at once."""
    by = option.raise_die
    starts = [value_start(at, option, depot, raised=by) for depot in at.starts.list_open(option)]
    if option.transport:
        starts += value_transports(at, option)
    return max(starts, default=NEVER) + option.thalers * at.thaler


def value_transports(at: RuhrPosition, option: SpecialOption) -> Iterable[float]:
    for colour, column in at.game.track.items():
        for depot in targets(at.game, at.starts, option, colour) if column else ():
            yield value_depot(at, option, depot, column[0])


def value_colour(at: RuhrPosition, command: TransportDie) -> float:
    option = chosen_option(at.game, at.seat)
    pips = at.game.track[command.colour][0]
    depots = targets(at.game, at.starts, option, command.colour)
    return max(value_depot(at, option, depot, pips) for depot in depots)


def value_putting(at: RuhrPosition, command: PutDie) -> float:
    question = at.game.agenda[0]
    if isinstance(question, ReturnDie):
        return value_returning(at, command.depot, question.pips)
    colour: Colour = at.game.river.coal[command.depot]
    return value_depot(at, chosen_option(at.game, at.seat), command.depot, at.game.track[colour][0])


def value_returning(at: RuhrPosition, depot: str, pips: int) -> float:
    """Prefer a depot of little use to the seats that follow and of some to oneself."""
    index = at.game.river.index
    barred = at.starts.judge(NO_OPTION)[depot] is not None
    own = 0.0 if barred else value_best_sale(at, NO_OPTION, depot, pips)
    above = sum(index[space] < index[depot] for space in at.game.ships)
    return RETURN_OWN * own - RETURN_BELOW * above - RETURN_TRIPS * len(at.game.river.simple_trips[depot])


def value_depot(at: RuhrPosition, option: SpecialOption, depot: str, pips: int) -> float:
    """Return the value of a die put where one can start from it."""
    barred = at.starts.judge(option)[depot] is not None
    return 0.0 if barred else value_best_sale(at, option, depot, pips)


def value_raising(at: RuhrPosition, command: RaiseDie) -> float:
    option = chosen_option(at.game, at.seat)
    barred = at.starts.judge(option)[command.depot] is not None
    return 0.0 if barred else value_start(at, option, command.depot, raised=option.raise_die)


def value_hauling(at: RuhrPosition, command: HaulCoal) -> float:
    """Haul only if the start is chosen next, and only for the die one will carry."""
    question = at.game.agenda[0]
    option = chosen_option(at.game, at.seat)
    starts = at.starts.list_open(option)
    if not isinstance(question, ChooseStart) or command.depot not in starts:
        return NEVER
    if question.bound_to not in {"", command.depot}:
        return NEVER
    by = at.game.board.white_effects.coal_hauler_raises
    before = max(value_start(at, option, depot) for depot in starts)
    better = value_start(at, option, command.depot, raised=by) - before
    return ONE_MORE + better if better > at.span(HAUL_AT_LEAST) else NEVER


def value_start(at: RuhrPosition, option: SpecialOption, depot: str, *, raised: int = 0) -> float:
    pips = min(at.game.board.coal.max_pips, at.game.depots[depot] + raised)
    return value_best_sale(at, option, depot, pips)


def value_best_sale(at: RuhrPosition, option: SpecialOption, depot: str, pips: int) -> float:
    river = at.game.river
    trips = river.pilot_trips if option.pilot else river.simple_trips
    return max(value_sale(at, depot, space, pips) for space in trips[depot])


def value_selling(at: RuhrPosition, command: SellAt) -> float:
    depot = at.game.ship(at.seat)
    return value_sale(at, depot, command.space, at.game.depots[depot])


def value_sale(at: RuhrPosition, depot: str, space: str, pips: int) -> float:
    key = depot, space, pips
    if key not in at.sales:
        at.sales[key] = compute_sale(at, depot, space, pips)
    return at.sales[key]


def compute_sale(at: RuhrPosition, depot: str, space: str, pips: int) -> float:
    """Add up money, the stone, what warehouses earn, and where the ship then lies."""
    it = trip(at.game, at.seat, depot, space, pips)
    own = it.owners.count(at.seat)
    money = it.thalers + it.port_bonus + it.demand + at.game.board.trips.city_income * own
    value = at.thaler * (money - OTHERS_SALE_SHARE * (len(it.owners) - own)) - cost_of_way_back(at, space)
    if it.port_bonus:
        value += value_port_call(at)
    return value + (value_stone(at, it.area) if it.stones else 0.0)


def cost_of_way_back(at: RuhrPosition, space: str) -> float:
    if space not in at.ways_back:
        at.ways_back[space] = compute_way_back(at, space) if at.left else 0.0
    return at.ways_back[space]


def compute_way_back(at: RuhrPosition, space: str) -> float:
    """Return the cost of lying so far downstream.

    The fewer depots lie below, the sooner one has to pay for a tow; and the later one is asked. White coal
    lies furthest upstream: whoever sails past it must be towed back to it.
    """
    index = at.game.river.index
    here = index[space]
    below = sum(index[depot] > here for depot in at.game.river.depots)
    tow = max(0.0, 1 - below / FEW_BELOW) * price(at.game, at.game.option("tow")) * at.thaler
    dice = [depot for depot in at.game.depots if index[depot] > here]
    white = sum(at.game.river.coal[depot] == "white" for depot in dice)
    lack = AHEAD * here / len(index) + FEW_DICE * max(0, 3 - len(dice))
    return WAY_BACK * tow + lack - at.span(WHITE_BELOW) * white


def value_port_call(at: RuhrPosition) -> float:
    """Count the export marker, which goes up for one's own warehouses; the Ruhraake ends in the port."""
    game, effects = at.game, at.game.board.white_effects
    if not at.left:
        aboard = any(game.tile(tile).effect == "ruhraake" for tile in at.player.tiles)
        return float(effects.ruhraake_points_in_port - effects.ruhraake_points) * aboard
    own = sum(at.seat in game.warehouses[column.id] for column in game.board.port.columns)
    return MARKER_MOVED * own * (not game.port_sales)


def value_lock(at: RuhrPosition, command: BuildLock) -> float:
    points = at.game.river.spaces[command.obstacle].lock_points
    bonus = at.span(FIRST_LOCK) if at.player.bonus["first_lock"] else 0.0
    return points + bonus - cost_of_thalers(at, lock_price(at.game) or 0)


def value_warehouse(at: RuhrPosition, command: BuildWarehouse) -> float:
    tile, site = at.game.tile(command.tile), at.game.sites[command.site]
    due = cost_of_thalers(at, warehouse_price(at.game, tile, site.id))
    kept = at.span(WHITE_TILE) if tile.white else 0.0
    scarcity = at.span(WAREHOUSE) / at.player.supply  # the fewer are left, the dearer
    return site.points + LATER[site.category](at, site) - due - kept - scarcity


def value_city(at: RuhrPosition, site: Site) -> float:
    game, board = at.game, at.game.board
    value = INCOME * at.left * board.trips.city_income * at.thaler
    for trio in board.final_scoring.city_trios:
        if site.id in trio.cities:
            own = sum(at.seat in game.warehouses[city] for city in trio.cities)
            value += trio.points * part_of_group(own, len(trio.cities))
    return value + railway_part(at) * board.white_effects.railway_points_per_warehouse


def part_of_group(own: int, size: int) -> float:
    return GROUP[max(0, len(GROUP) - size + own)]


def railway_part(at: RuhrPosition) -> float:
    """Return the chance of its points: sure once the tile is there, none once the field is closed."""
    if any(at.game.tile(tile).effect == "railway" for tile in at.player.tiles):
        return 1.0
    closed = any(at.game.tile(tile).effect == "railway" for tile in at.player.blanks)
    return 0.0 if closed else RAILWAY * at.share


def value_store(at: RuhrPosition, site: Site) -> float:
    game, trio = at.game, at.game.board.final_scoring.coal_store_trio
    if at.seat in game.warehouses[site.id]:
        return 0.0
    own = sum(at.seat in game.warehouses[store.id] for store in game.board.coal_stores.list)
    return trio.points * part_of_group(own, trio.stores) if own < trio.stores else 0.0


LATER: Final[Mapping[str, Callable[[RuhrPosition, Site], float]]] = MappingProxyType(
    {
        "city": value_city,
        "coal_stores": value_store,
        "port": lambda at, site: exports_to_come(at.game, site.id, len(at.game.warehouses[site.id])),
    }
)


def value_moving(at: RuhrPosition, command: MoveWarehouse) -> float:
    game = at.game
    left = exports_to_come(game, command.origin, game.warehouses[command.origin].index(at.seat))
    reached = exports_to_come(game, command.target, len(game.warehouses[command.target]))
    return reached - left - cost_of_thalers(at, game.board.port.moving_price) - DOUBT


def value_repaying(at: RuhrPosition, command: RepayDebt) -> float:
    freed = at.span(WAREHOUSE) * (not at.player.supply)
    return at.span(REPAID) + freed - cost_of_thalers(at, at.game.board.debts.repayment)


VALUES: Final = MappingProxyType[type[Command], Callable[[RuhrPosition, Any], float]](
    {
        PayLevy: value_levy,
        TakeGain: value_gain,
        RemoveDie: value_removing,
        PutDie: value_putting,
        TakeOption: value_option,
        TakeFreeTow: lambda at, command: value_starts(at, at.game.option(command.option)) - at.span(TOW_KEPT),
        TakeNoOption: lambda at, command: value_starts(at, NO_OPTION),
        PassRound: lambda at, command: NEVER,
        TransportDie: value_colour,
        RaiseDie: value_raising,
        VisitInn: value_inn,
        HaulCoal: value_hauling,
        StartAt: lambda at, command: value_start(at, chosen_option(at.game, at.seat), command.depot),
        SellAt: value_selling,
        BuildLock: value_lock,
        BuildWarehouse: value_warehouse,
        MoveWarehouse: value_moving,
        RepayDebt: value_repaying,
        FinishPurchases: lambda at, command: 0.0,
    }
)
