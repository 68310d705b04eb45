"""Phase 1: roll the dice, change them, mark actions."""

from collections.abc import Iterable, Iterator

from games.kernel import Play
from games.kernel.language import Offer
from games.schiefer.agenda import BuyOrSitOut, PrepareActions, RollDice
from games.schiefer.commands import BuyMarker, ChangeDie, MarkActions, Reroll, SetDie, SitOut
from games.schiefer.events import ActionsMarked, DiceRolled, DieChanged, DieRerolled, DieSet, RoundSatOut
from games.schiefer.reasons import (
    ALREADY_CHANGED_A_DIE,
    ALREADY_SET_A_DIE,
    NOT_ENOUGH_MONEY_TO_REROLL,
    NOT_ENOUGH_MONEY_TO_SET,
)
from games.schiefer.rules.book import answer, options, step
from games.schiefer.rules.dice import changes_of, markings_of, rerolls_of, settings_of
from games.schiefer.rules.supply import buy, can_buy, from_the_reserve, purchases
from games.schiefer.state import Schiefer


@step(RollDice)
def roll_dice(play: Play[Schiefer], turn: RollDice) -> None:
    """SF-6, SF-10, SF-19, SF-R4: an empty supply rolls only after a purchase."""
    if play.game.players[turn.seat].supply:
        roll(play, turn.seat)
    elif can_buy(play.game, turn.seat):
        play.first(BuyOrSitOut(turn.seat))
    else:
        sit_out_for_a_marker(play, turn.seat)


def roll(play: Play[Schiefer], seat: int) -> None:
    pieces = play.game.board.pieces
    faces = tuple(play.chance.die(pieces.die_faces) for _ in range(pieces.dice))
    play.happens(DiceRolled(seat, faces))
    play.first(PrepareActions(seat))


def sit_out_for_a_marker(play: Play[Schiefer], seat: int) -> None:
    """SF-19; SF-R4: nothing comes out of an empty reserve."""
    play.happens(RoundSatOut(seat, from_the_reserve(play.game, seat, play.game.board.markers.sitting_out)))


@options(BuyOrSitOut)
def purchase_or_nothing(game: Schiefer, question: BuyOrSitOut) -> Iterator[Offer]:
    """SF-R4"""
    yield from purchases(game, question.seat)
    yield SitOut()


@answer(BuyOrSitOut, BuyMarker)
def buy_and_roll(play: Play[Schiefer], question: BuyOrSitOut, purchase: BuyMarker) -> None:
    buy(play, question.seat, purchase.box)
    roll(play, question.seat)


@answer(BuyOrSitOut, SitOut)
def decline_and_sit_out(play: Play[Schiefer], question: BuyOrSitOut, _: SitOut) -> None:
    """SF-R4: a player who could have bought gets no marker for sitting out."""
    play.happens(RoundSatOut(question.seat, markers=0))


@options(PrepareActions)
def markings(game: Schiefer, question: PrepareActions) -> Iterable[Offer]:
    """SF-7, SF-10, SF-11: any part of the three faces, as far as the supply goes."""
    faces = tuple(sorted(game.dice))
    return markings_of(faces, min(len(faces), game.players[question.seat].supply))


@options(PrepareActions)
def rerolls(game: Schiefer, question: PrepareActions) -> Iterable[Offer]:
    """SF-8, SF-R5"""
    poor = game.players[question.seat].money < game.board.dice_prices.reroll
    return rerolls_of(game.dice, NOT_ENOUGH_MONEY_TO_REROLL if poor else None)


@options(PrepareActions)
def faces_to_set(game: Schiefer, question: PrepareActions) -> Iterable[Offer]:
    """SF-9: a face other than the one shown."""
    player = game.players[question.seat]
    barred = None
    if player.has_set_die:
        barred = ALREADY_SET_A_DIE
    elif player.money < game.board.dice_prices.set:
        barred = NOT_ENOUGH_MONEY_TO_SET
    return settings_of(game.dice, game.board.pieces.die_faces, barred)


@options(PrepareActions)
def dice_to_change(game: Schiefer, question: PrepareActions) -> Iterable[Offer]:
    """SF-31, SF-R6: one pip up or down, 6 and 1 adjoin."""
    barred = ALREADY_CHANGED_A_DIE if game.players[question.seat].has_changed_die else None
    for box in game.board.boxes.list:
        if box.pips and game.has_box(question.seat, box.id):
            return changes_of(game.dice, game.board.pieces.die_faces, box.pips, barred)
    return ()


@options(PrepareActions)
def purchases_while_rolling(game: Schiefer, question: PrepareActions) -> Iterator[Offer]:
    """SF-R7"""
    yield from purchases(game, question.seat)


@answer(PrepareActions, Reroll)
def reroll(play: Play[Schiefer], question: PrepareActions, command: Reroll) -> None:
    board = play.game.board
    face = play.chance.die(board.pieces.die_faces)
    play.happens(DieRerolled(question.seat, command.die, face, board.dice_prices.reroll))
    play.first(question)


@answer(PrepareActions, SetDie)
def set_die(play: Play[Schiefer], question: PrepareActions, command: SetDie) -> None:
    price = play.game.board.dice_prices.set
    play.happens(DieSet(question.seat, command.die, command.face, price))
    play.first(question)


@answer(PrepareActions, ChangeDie)
def change_die(play: Play[Schiefer], question: PrepareActions, command: ChangeDie) -> None:
    play.happens(DieChanged(question.seat, command.die, command.face))
    play.first(question)


@answer(PrepareActions, BuyMarker)
def buy_while_rolling(play: Play[Schiefer], question: PrepareActions, purchase: BuyMarker) -> None:
    buy(play, question.seat, purchase.box)
    play.first(question)


@answer(PrepareActions, MarkActions)
def mark_actions(play: Play[Schiefer], question: PrepareActions, command: MarkActions) -> None:
    play.happens(ActionsMarked(question.seat, command.faces))
