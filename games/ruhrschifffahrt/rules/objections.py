"""Why commands that are no options are refused; what is worth showing as barred says so with the options."""

from games.kernel import Question, Reason
from games.ruhrschifffahrt import reasons as why
from games.ruhrschifffahrt.agenda import (
    BuildForcedLock,
    ChooseDieToRaise,
    ChooseDieToRemove,
    ChooseOption,
    ChooseStart,
    ChooseTarget,
    ChooseTransport,
    Purchase,
    ReturnDie,
    Sail,
)
from games.ruhrschifffahrt.commands import (
    BuildLock,
    BuildWarehouse,
    HaulCoal,
    MoveWarehouse,
    PassRound,
    PutDie,
    RaiseDie,
    RemoveDie,
    RepayDebt,
    SellAt,
    StartAt,
    TakeFreeTow,
    TakeNoOption,
    TransportDie,
    VisitInn,
)
from games.ruhrschifffahrt.quantities import Colour
from games.ruhrschifffahrt.rules.book import RULES
from games.ruhrschifffahrt.rules.departure import refusal
from games.ruhrschifffahrt.rules.starts import Starts
from games.ruhrschifffahrt.state import Ruhr

objection = RULES.objection


@objection(ChooseOption, TakeNoOption)
def a_delivery_needs_an_option(_: Ruhr, __: ChooseOption, ___: TakeNoOption) -> Reason:
    return why.DELIVERY_NEEDS_OPTION


@objection(ChooseOption, PassRound)
def a_delivery_is_possible(_: Ruhr, __: ChooseOption, ___: PassRound) -> Reason:
    return why.A_DELIVERY_IS_POSSIBLE


@objection(ChooseOption, TakeFreeTow)
def no_free_tow(game: Ruhr, question: ChooseOption, command: TakeFreeTow) -> Reason | None:
    """RS-109"""
    option = next((it for it in game.board.special_options.list if it.id == command.option), None)
    if option is None or not option.tow or not game.white_tile(question.seat, "towing"):
        return why.NO_TOWING_TILE
    return refusal(game, question.seat, option, Starts(game, question.seat))


def no_inn(_: Ruhr, __: Question, ___: VisitInn) -> Reason:
    return why.NO_INN


for turn in (ChooseOption, ChooseStart, Purchase):
    objection(turn, VisitInn)(no_inn)


def no_coal_to_haul(game: Ruhr, question: Question, _: HaulCoal) -> Reason:
    return why.NO_DIE_TO_HAUL if game.white_tile(question.seat, "coal_hauler") else why.NO_COAL_HAULER


for start in (ChooseOption, ChooseStart):
    objection(start, HaulCoal)(no_coal_to_haul)


@objection(ChooseDieToRaise, RaiseDie)
def no_die_to_raise(_: Ruhr, __: ChooseDieToRaise, ___: RaiseDie) -> Reason:
    return why.NO_DIE_TO_RAISE


@objection(ChooseDieToRemove, RemoveDie)
def no_die_due(_: Ruhr, __: ChooseDieToRemove, ___: RemoveDie) -> Reason:
    return why.NO_DIE_DUE


@objection(ChooseStart, StartAt)
def no_die_to_start_with(_: Ruhr, __: ChooseStart, ___: StartAt) -> Reason:
    return why.NO_DIE_TO_START_WITH


@objection(ChooseTransport, TransportDie)
def no_die_on_arrow(_: Ruhr, __: ChooseTransport, ___: TransportDie) -> Reason:
    return why.NO_DIE_ON_ARROW


@objection(ChooseTarget, PutDie)
def no_target(game: Ruhr, question: ChooseTarget, command: PutDie) -> Reason:
    return no_empty_depot(game, question.colour, command.depot) or why.TARGET_WITHOUT_DELIVERY


@objection(ReturnDie, PutDie)
def no_return(game: Ruhr, question: ReturnDie, command: PutDie) -> Reason:
    return no_empty_depot(game, question.colour, command.depot) or why.ARMS_COME_FIRST


def no_empty_depot(game: Ruhr, colour: Colour, depot: str) -> Reason | None:
    if depot in game.depots:
        return why.NOT_AN_EMPTY_DEPOT
    return None if game.river.coal.get(depot) == colour else why.COAL_OF_ANOTHER_COLOUR


@objection(Sail, SellAt)
def out_of_reach(_: Ruhr, __: Sail, ___: SellAt) -> Reason:
    return why.OUT_OF_REACH


@objection(BuildForcedLock, BuildLock)
def no_obstacle_here(_: Ruhr, __: BuildForcedLock, ___: BuildLock) -> Reason:
    return why.NO_OBSTACLE_HERE


@objection(Purchase, BuildLock)
def no_lock_to_build(game: Ruhr, question: Purchase, _: BuildLock) -> Reason:
    return why.NO_OBSTACLE_HERE if "lock" in game.players[question.seat].tiles else why.LOCK_TILE_MISSING


@objection(Purchase, BuildWarehouse)
def no_warehouse_to_build(game: Ruhr, question: Purchase, command: BuildWarehouse) -> Reason:
    owned = command.tile in game.players[question.seat].tiles
    return why.SITE_OF_ANOTHER_TILE if owned else why.BUILDING_TILE_MISSING


@objection(Purchase, MoveWarehouse)
def no_warehouse_to_move(game: Ruhr, question: Purchase, _: MoveWarehouse) -> Reason:
    return why.NO_WAREHOUSE_TO_MOVE if game.moves_port_warehouses(question.seat) else why.PORT_TILE_MISSING


@objection(Purchase, RepayDebt)
def no_debt(_: Ruhr, __: Purchase, ___: RepayDebt) -> Reason:
    return why.NO_DEBT
