"""Why commands that are no options are refused; what is worth showing as barred says so with the options."""

from games.kernel import Command, Question, Reason
from games.schiefer.agenda import BuyOrSitOut, CloseTurn, Execute, PayDevelopment, PayEntrance, PrepareActions
from games.schiefer.commands import (
    BuyMarker,
    ChangeDie,
    Develop,
    MarkActions,
    OpenMine,
    PayMarkers,
    SellSlate,
    SetDie,
    TakeSupply,
)
from games.schiefer.reasons import (
    ALREADY_OPENED,
    ANOTHER_ACTION,
    BOX_OF_OTHER_NUMBERS,
    FACE_IS_SHOWN,
    MORE_THAN_ONE_PIP,
    NO_BOX_TO_CHANGE_DICE,
    NOT_IN_THE_SELLING_BOX,
    NOT_ON_THE_DICE,
    NOT_OPENED_YET,
    NOT_THE_PRICE,
)
from games.schiefer.rules.book import RULES
from games.schiefer.state import Schiefer

objection = RULES.objection


def not_in_the_selling_box(game: Schiefer, question: Question, purchase: BuyMarker) -> Reason | None:
    """SF-29"""
    return None if game.has_box(question.seat, purchase.box) else NOT_IN_THE_SELLING_BOX


for waiting in (BuyOrSitOut, PrepareActions, Execute, CloseTurn):
    objection(waiting, BuyMarker)(not_in_the_selling_box)


@objection(PrepareActions, MarkActions)
def not_on_the_dice(_: Schiefer, __: PrepareActions, ___: MarkActions) -> Reason:
    """SF-7"""
    return NOT_ON_THE_DICE


@objection(PrepareActions, SetDie)
def face_is_shown(game: Schiefer, _: PrepareActions, command: SetDie) -> Reason | None:
    """SF-9"""
    return FACE_IS_SHOWN if game.dice[command.die - 1 : command.die] == (command.face,) else None


@objection(PrepareActions, ChangeDie)
def no_way_to_change(game: Schiefer, question: PrepareActions, _: ChangeDie) -> Reason:
    """SF-31"""
    return MORE_THAN_ONE_PIP if game.has_box(question.seat, "change_die") else NO_BOX_TO_CHANGE_DICE


@objection(Execute, TakeSupply)
def no_supply_here(game: Schiefer, execute: Execute, command: TakeSupply) -> Reason | None:
    return another_action(game, execute, command)


@objection(Execute, OpenMine)
def no_mine_to_open(game: Schiefer, execute: Execute, command: OpenMine) -> Reason | None:
    """SF-21"""
    return another_action(game, execute, command) or (ALREADY_OPENED if command.mine in game.mines else None)


@objection(Execute, SellSlate)
def no_mine_to_sell_from(game: Schiefer, execute: Execute, command: SellSlate) -> Reason | None:
    """SF-23"""
    return another_action(game, execute, command) or (None if command.mine in game.mines else NOT_OPENED_YET)


@objection(Execute, Develop)
def no_box_to_develop(game: Schiefer, execute: Execute, command: Develop) -> Reason:
    """SF-35, SF-36"""
    return another_action(game, execute, command) or BOX_OF_OTHER_NUMBERS


ACTIONS = {TakeSupply: "supply", OpenMine: "open_mine", SellSlate: "sell", Develop: "develop"}


def another_action(game: Schiefer, execute: Execute, command: Command) -> Reason | None:
    """SF-16: the field has its action, or a choice of two."""
    return None if ACTIONS[type(command)] in game.board.actions(execute.die) else ANOTHER_ACTION


def not_the_price(_: Schiefer, __: Question, ___: PayMarkers) -> Reason:
    """SF-R12: too many, too few, or markers that are not there."""
    return NOT_THE_PRICE


objection(PayEntrance, PayMarkers)(not_the_price)
objection(PayDevelopment, PayMarkers)(not_the_price)
