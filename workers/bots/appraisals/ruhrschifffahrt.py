"""What an option of Ruhrschifffahrt is worth at a glance, in victory points.

A start is worth the best sale it leads to, an option the best start it opens, a stone its part of the
tiles it helps to earn, a building the points it gives at once and what it brings later; money, warehouses
and debts have a price in points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import MappingProxyType
from typing import Any, Final, cast

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
from games.ruhrschifffahrt.rules.sailing import trip
from games.ruhrschifffahrt.rules.special_options import price, targets
from games.ruhrschifffahrt.rules.starts import NO_OPTION, chosen_option
from games.ruhrschifffahrt.state import Ruhr
from workers.bots.appraisals.ruhrschifffahrt_prices import RuhrGlance, Span, cost, stone
from workers.bots.appraisals.ruhrschifffahrt_purchases import (
    building_lock,
    building_warehouse,
    moving,
    repaying,
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


def appraise(game: Ruhr, command: Command) -> float:
    return appraise_together(game, [command])[0]


def appraise_together(game: Ruhr, commands: Sequence[Command]) -> list[float]:
    at = RuhrGlance(game, cast("Question", game.agenda[0]).seat)
    return [WORTH[type(command)](at, command) for command in commands]


def finishing(at: RuhrGlance, command: FinishPurchases) -> float:  # noqa: ARG001  as all are called
    return 0.0


def never(at: RuhrGlance, command: Command) -> float:  # noqa: ARG001  as all are called
    return NEVER


def levy(at: RuhrGlance, command: PayLevy) -> float:
    due = at.game.board.timeline.levy
    return -float(due.points) if command.coin == "points" else -cost(at, due.thalers)


def taking_gain(at: RuhrGlance, command: TakeGain) -> float:
    gain = at.game.board.timeline.gain
    return float(gain.points) if command.coin == "points" else gain.thalers * at.thaler


def visiting_inn(at: RuhrGlance, command: VisitInn) -> float:
    effects = at.game.board.white_effects
    in_points = command.coin == "points"
    return ONE_MORE + (effects.inn_points if in_points else effects.inn_thalers * at.thaler)


def removing(at: RuhrGlance, command: RemoveDie) -> float:
    """The die that one cannot carry goes first."""
    closed = at.starts.judge(NO_OPTION)[command.depot] is not None
    return closed - at.game.depots[command.depot] / 10


def taking_option(at: RuhrGlance, command: TakeOption) -> float:
    option = at.game.option(command.option)
    return prospect(at, option) - cost(at, price(at.game, option))


def towing_free(at: RuhrGlance, command: TakeFreeTow) -> float:
    return prospect(at, at.game.option(command.option)) - at.span(TOW_KEPT)


def without_option(at: RuhrGlance, command: TakeNoOption) -> float:  # noqa: ARG001  as all are called
    return prospect(at, NO_OPTION)


def prospect(at: RuhrGlance, option: SpecialOption) -> float:
    """The best start that the option leads to, and what it brings at once."""
    by = option.raise_die
    starts = [start(at, option, depot, raised=by) for depot in at.starts.list_open(option)]
    if option.transport:
        starts += transports(at, option)
    return max(starts, default=NEVER) + option.thalers * at.thaler


def transports(at: RuhrGlance, option: SpecialOption) -> Iterable[float]:
    for colour, column in at.game.track.items():
        for depot in targets(at.game, at.starts, option, colour) if column else ():
            yield put(at, option, depot, column[0])


def choosing_colour(at: RuhrGlance, command: TransportDie) -> float:
    option = chosen_option(at.game, at.seat)
    pips = at.game.track[command.colour][0]
    depots = targets(at.game, at.starts, option, command.colour)
    return max(put(at, option, depot, pips) for depot in depots)


def putting(at: RuhrGlance, command: PutDie) -> float:
    question = at.game.agenda[0]
    if isinstance(question, ReturnDie):
        return returning(at, command.depot, question.pips)
    colour: Colour = at.game.river.coal[command.depot]
    return put(at, chosen_option(at.game, at.seat), command.depot, at.game.track[colour][0])


def returning(at: RuhrGlance, depot: str, pips: int) -> float:
    """Of little use to the seats that follow, of some to oneself."""
    index = at.game.river.index
    barred = at.starts.judge(NO_OPTION)[depot] is not None
    own = 0.0 if barred else best_sale(at, NO_OPTION, depot, pips)
    above = sum(index[space] < index[depot] for space in at.game.ships)
    return RETURN_OWN * own - RETURN_BELOW * above - RETURN_TRIPS * len(at.game.river.simple_trips[depot])


def put(at: RuhrGlance, option: SpecialOption, depot: str, pips: int) -> float:
    """A die put where one can start from it."""
    barred = at.starts.judge(option)[depot] is not None
    return 0.0 if barred else best_sale(at, option, depot, pips)


def raising(at: RuhrGlance, command: RaiseDie) -> float:
    option = chosen_option(at.game, at.seat)
    barred = at.starts.judge(option)[command.depot] is not None
    return 0.0 if barred else start(at, option, command.depot, raised=option.raise_die)


def hauling(at: RuhrGlance, command: HaulCoal) -> float:
    """Only if the start is chosen next, and only for the die one will carry."""
    question = at.game.agenda[0]
    option = chosen_option(at.game, at.seat)
    starts = at.starts.list_open(option)
    if not isinstance(question, ChooseStart) or command.depot not in starts:
        return NEVER
    if question.bound_to not in {"", command.depot}:
        return NEVER
    by = at.game.board.white_effects.coal_hauler_raises
    before = max(start(at, option, depot) for depot in starts)
    better = start(at, option, command.depot, raised=by) - before
    return ONE_MORE + better if better > at.span(HAUL_AT_LEAST) else NEVER


def starting(at: RuhrGlance, command: StartAt) -> float:
    return start(at, chosen_option(at.game, at.seat), command.depot)


def start(at: RuhrGlance, option: SpecialOption, depot: str, *, raised: int = 0) -> float:
    pips = min(at.game.board.coal.max_pips, at.game.depots[depot] + raised)
    return best_sale(at, option, depot, pips)


def best_sale(at: RuhrGlance, option: SpecialOption, depot: str, pips: int) -> float:
    river = at.game.river
    trips = river.pilot_trips if option.pilot else river.simple_trips
    return max(sale(at, depot, space, pips) for space in trips[depot])


def selling_coal(at: RuhrGlance, command: SellAt) -> float:
    depot = at.game.ship(at.seat)
    return sale(at, depot, command.space, at.game.depots[depot])


def sale(at: RuhrGlance, depot: str, space: str, pips: int) -> float:
    key = depot, space, pips
    if key not in at.sales:
        at.sales[key] = find_sale(at, depot, space, pips)
    return at.sales[key]


def find_sale(at: RuhrGlance, depot: str, space: str, pips: int) -> float:
    """Money, the stone, what warehouses earn, and where the ship then lies."""
    it = trip(at.game, at.seat, depot, space, pips)
    own = it.owners.count(at.seat)
    money = it.thalers + it.port_bonus + it.demand + at.game.board.trips.city_income * own
    worth = at.thaler * (money - OTHERS_SALE_SHARE * (len(it.owners) - own)) - way_back(at, space)
    if it.port_bonus:
        worth += calling_at_port(at)
    return worth + (stone(at, it.area) if it.stones else 0.0)


def way_back(at: RuhrGlance, space: str) -> float:
    if space not in at.ways_back:
        at.ways_back[space] = find_way_back(at, space) if at.left else 0.0
    return at.ways_back[space]


def find_way_back(at: RuhrGlance, space: str) -> float:
    """The fewer depots lie below, the sooner one has to pay for a tow; and the later one is asked.

    White coal lies furthest upstream: whoever sails past it must be towed back to it.
    """
    index = at.game.river.index
    here = index[space]
    below = sum(index[depot] > here for depot in at.game.river.depots)
    tow = max(0.0, 1 - below / FEW_BELOW) * price(at.game, at.game.option("tow")) * at.thaler
    dice = [depot for depot in at.game.depots if index[depot] > here]
    white = sum(at.game.river.coal[depot] == "white" for depot in dice)
    lack = AHEAD * here / len(index) + FEW_DICE * max(0, 3 - len(dice))
    return WAY_BACK * tow + lack - at.span(WHITE_BELOW) * white


def calling_at_port(at: RuhrGlance) -> float:
    """The export marker goes up for one's own warehouses; the Ruhraake ends there."""
    game, effects = at.game, at.game.board.white_effects
    if not at.left:
        aboard = any(game.tile(tile).effect == "ruhraake" for tile in at.player.tiles)
        return float(effects.ruhraake_points_in_port - effects.ruhraake_points) * aboard
    own = sum(at.seat in game.warehouses[column.id] for column in game.board.port.columns)
    return MARKER_MOVED * own * (not game.port_sales)


WORTH: Final = MappingProxyType[type[Command], Callable[[RuhrGlance, Any], float]](
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
        FinishPurchases: finishing,
    }
)
