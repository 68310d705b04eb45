"""Set-up, the seven phases of a round, the order in them, and the end."""

from games.kernel import Play
from games.ruhrschifffahrt.agenda import (
    AwardTiles,
    BeginDepartures,
    BeginEvents,
    BeginPurchases,
    BeginRound,
    BeginVoyages,
    DrawDemand,
    EndRound,
    ScoreExports,
    SetUpTable,
)
from games.ruhrschifffahrt.events.rounds import GameEnded, PhaseBegan, RoundBegan, RoundEnded, ThalersReturned
from games.ruhrschifffahrt.rules.book import step
from games.ruhrschifffahrt.setup import layout
from games.ruhrschifffahrt.state import Ruhr


@step(SetUpTable)
def set_up_table(play: Play[Ruhr], _: SetUpTable) -> None:
    """RS-2 .. RS-11"""
    play.happens(*layout(play.game))
    play.first(BeginRound())


@step(BeginRound)
def begin_round(play: Play[Ruhr], _: BeginRound) -> None:
    """RS-1, RS-7, RS-139"""
    number = play.game.round + 1
    play.happens(RoundBegan(number, play.game.board.timeline.rounds[number - 1].year))
    play.first(
        BeginEvents(),
        DrawDemand(),
        BeginDepartures(),
        BeginVoyages(),
        AwardTiles(),
        BeginPurchases(),
        ScoreExports(),
        EndRound(),
    )


def begin_phase(play: Play[Ruhr], phase: str) -> tuple[int, ...]:
    """RS-13, RS-14, RS-R9: the order is fixed now, whatever moves during the phase."""
    play.happens(PhaseBegan(phase, turn_order(play.game)))
    return play.game.order


def turn_order(game: Ruhr) -> tuple[int, ...]:
    """RS-13, RS-R11: until all ships lie on the river, the table order counts."""
    ships = game.ship_order()
    if len(ships) == len(game.players):
        return ships
    return game.order or tuple(range(len(game.players)))


@step(EndRound)
def end_round(play: Play[Ruhr], _: EndRound) -> None:
    """RS-137, RS-138, RS-139, RS-R31, RS-R52"""
    kept = play.game.board.money.kept_at_round_end
    for seat in play.game.order:
        surplus = play.game.players[seat].thalers - kept
        if surplus > 0:
            play.happens(ThalersReturned(seat, surplus))
    play.happens(RoundEnded())
    if play.game.round == len(play.game.board.timeline.rounds):
        play.happens(GameEnded())
    else:
        play.first(BeginRound())
