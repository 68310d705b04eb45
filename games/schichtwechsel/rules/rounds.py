"""Set-up, the phases of a round, round scoring and clean-up."""

from __future__ import annotations

from games.kernel import Item
from games.schichtwechsel.agenda import (
    BeginRound,
    ChooseTiles,
    EndRound,
    FinalScoring,
    GainActionTokens,
    MineCoal,
    RaisePitWater,
    RevealRoundCard,
    ScoreRound,
    SellOnePair,
    SetUpTable,
    TakeActions,
    UseBarSpaces,
)
from games.schichtwechsel.board import RoundCard
from games.schichtwechsel.events import (
    BlueCubeAdded,
    FirstPlayerDrawn,
    PointsScored,
    RoundBegan,
    RoundCardRevealed,
    RoundEnded,
)
from games.schichtwechsel.rules.book import Play, step
from games.schichtwechsel.rules.water import lower_water
from games.schichtwechsel.setup import equipment
from games.schichtwechsel.state import Schichtwechsel

ROUND_CARDS = "round_cards"
ROUND: tuple[Item, ...] = (
    RevealRoundCard(),
    MineCoal(),
    ChooseTiles(),
    RaisePitWater(),
    GainActionTokens(),
    SellOnePair(),
    UseBarSpaces(),
    TakeActions(),
    ScoreRound(),
    EndRound(),
)


@step(SetUpTable)
def set_up_table(play: Play, _: SetUpTable) -> None:
    """SW-1 .. SW-11"""
    play.happens(*equipment(play.game))
    play.happens(FirstPlayerDrawn(play.chance.pick(range(len(play.game.players)))))
    play.first(BeginRound())


@step(BeginRound)
def begin_round(play: Play, _: BeginRound) -> None:
    """SW-1, SW-43, SW-145: three phases, the first of them in six steps."""
    play.happens(RoundBegan(play.game.round + 1, play.game.marker))
    play.first(*ROUND)


@step(RevealRoundCard)
def reveal_round_card(play: Play, _: RevealRoundCard) -> None:
    """SW-10, SW-39: any of those not seen yet."""
    game = play.game
    unseen = [card for card in game.board.round_cards.list if card.number not in game.round_cards]
    card = play.chance.pick(unseen)
    play.happens(RoundCardRevealed(card.number))
    special_effect(play, card)


def special_effect(play: Play, card: RoundCard) -> None:
    """SW-40 (the lock holds as long as the card lies there), SW-41, SW-42"""
    if card.special == "blue_cube":
        play.happens(BlueCubeAdded())
    elif card.special == "lower_water":
        for seat in play.game.order(play.game.starter):
            lower_water(play, seat, card.levels)


@step(ScoreRound)
def score_round(play: Play, _: ScoreRound) -> None:
    """SW-138"""
    card = play.game.round_card()
    for seat in play.game.order(play.game.starter):
        points = round_points(play.game, seat, card) if card else 0
        if points:
            play.happens(PointsScored(seat, points, ROUND_CARDS))


def round_points(game: Schichtwechsel, seat: int, card: RoundCard) -> int:
    """SW-139 .. SW-142, SW-R7: the state of the table, in full groups."""
    return amount_counted(game, seat, card) // card.per * card.points


def amount_counted(game: Schichtwechsel, seat: int, card: RoundCard) -> int:
    if card.counts == "leading_discs":
        return leading_discs(game, seat)
    if card.counts == "spoil":
        return game.spoil_in_pit(seat)
    if card.counts == "coke":
        return game.coke_made(seat)
    return game.players[seat].discs[card.counts]


def leading_discs(game: Schichtwechsel, seat: int) -> int:
    """SW-140, SW-R8, SW-R67: every disc tied for the lead, once it has left the start."""
    start = game.board.setup.disc_space
    return sum(
        space > start and all(player.discs[route] <= space for player in game.players)
        for route, space in game.players[seat].discs.items()
    )


@step(EndRound)
def end_round(play: Play, _: EndRound) -> None:
    """SW-143 .. SW-146"""
    play.happens(RoundEnded(play.game.round))
    if play.game.is_last_round():
        play.first(FinalScoring(play.game.board.final_scoring.order))
    else:
        play.first(BeginRound())
