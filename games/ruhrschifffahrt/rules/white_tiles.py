"""White tiles that are used in a player's own turn: the inn and the coal hauler."""

from collections.abc import Iterator

from games.kernel import Play
from games.kernel.language import Offer, Question
from games.ruhrschifffahrt.agenda import ChooseOption, ChooseStart, Purchase
from games.ruhrschifffahrt.commands import HaulCoal, VisitInn
from games.ruhrschifffahrt.events.coal import DieRaised
from games.ruhrschifffahrt.events.tiles import InnVisited, WhiteTileUsed
from games.ruhrschifffahrt.rules.book import answer, options
from games.ruhrschifffahrt.rules.special_options import pips_when_raised
from games.ruhrschifffahrt.state import Ruhr


def inn(game: Ruhr, question: Question) -> Iterator[Offer]:
    """RS-110"""
    if game.white_tile(question.seat, "inn"):
        yield VisitInn("thalers")
        yield VisitInn("points")


def visit_inn(play: Play[Ruhr], question: Question, command: VisitInn) -> None:
    """RS-110: debts do not matter."""
    effects = play.game.board.white_effects
    play.happens(WhiteTileUsed(question.seat, play.game.white_tile(question.seat, "inn")))
    if command.coin == "points":
        play.happens(InnVisited(question.seat, 0, effects.inn_points))
    else:
        play.happens(InnVisited(question.seat, effects.inn_thalers, 0))
    play.first(question)


def dice_to_haul(game: Ruhr, question: Question) -> Iterator[Offer]:
    """RS-108, RS-R55"""
    if game.white_tile(question.seat, "coal_hauler"):
        yield from map(HaulCoal, game.list_dice())


def haul_coal(play: Play[Ruhr], question: Question, command: HaulCoal) -> None:
    """RS-15, RS-108"""
    by = play.game.board.white_effects.coal_hauler_raises
    play.happens(
        WhiteTileUsed(question.seat, play.game.white_tile(question.seat, "coal_hauler")),
        DieRaised(question.seat, command.depot, pips_when_raised(play.game, command.depot, by)),
    )
    play.first(question)


# RS-R20, RS-R46: before the option and again between its effect and the start; the inn while buying too
for turn in (ChooseOption, ChooseStart, Purchase):
    options(turn)(inn)
    answer(turn, VisitInn)(visit_inn)
for turn in (ChooseOption, ChooseStart):
    options(turn)(dice_to_haul)
    answer(turn, HaulCoal)(haul_coal)
