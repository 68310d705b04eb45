"""Set-up, the three phases of a round, and the end."""

from games.kernel import Play
from games.schiefer.agenda import BeginRound, EndRound, RollDice, SetUpTable, WorkOff
from games.schiefer.events import GameEnded, RoundBegan, RoundEnded, StartPlayerDrawn, StartPlayerPassed
from games.schiefer.rules.book import step
from games.schiefer.setup import equipment
from games.schiefer.state import Schiefer


@step(SetUpTable)
def set_up_table(play: Play[Schiefer], _: SetUpTable) -> None:
    """SF-1 .. SF-4, SF-R27: the start player is the first thing drawn."""
    play.happens(*equipment(play.game))
    play.happens(StartPlayerDrawn(play.chance.pick(play.game.order())))
    play.first(BeginRound())


@step(BeginRound)
def begin_round(play: Play[Schiefer], _: BeginRound) -> None:
    """SF-5: everybody rolls, the fields are worked off, the round ends."""
    play.happens(RoundBegan(play.game.round + 1))
    rolling = (RollDice(seat) for seat in play.game.order())
    play.first(*rolling, WorkOff(die=1), EndRound())


@step(EndRound)
def end_round(play: Play[Schiefer], _: EndRound) -> None:
    """SF-30, SF-38, SF-39; SF-R25: how long the table may stand still is a match option."""
    game = play.game
    play.happens(RoundEnded(0 if game.stirred else game.quiet_rounds + 1))
    if game.all_mines_taken():
        play.happens(GameEnded("all_mines_taken"))
    elif 0 < game.options.stall_rounds <= game.quiet_rounds:
        play.happens(GameEnded("standstill"))
    else:
        play.happens(StartPlayerPassed(left_neighbour(game)))
        play.first(BeginRound())


def left_neighbour(game: Schiefer) -> int:
    return game.order()[1]
