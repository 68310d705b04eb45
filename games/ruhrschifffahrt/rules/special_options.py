"""5.2, the special options: which are open, what they cost, what they do at once."""

from collections.abc import Iterator

from games.kernel import Play, Reason
from games.kernel.language import Offer
from games.ruhrschifffahrt.agenda import ChooseDieToRaise, ChooseStart, ChooseTarget, ChooseTransport
from games.ruhrschifffahrt.board import COLOURS
from games.ruhrschifffahrt.commands import PutDie, RaiseDie, TransportDie
from games.ruhrschifffahrt.events.coal import DieRaised, DieTransported
from games.ruhrschifffahrt.events.ships import WagesReceived
from games.ruhrschifffahrt.printed import SpecialOption
from games.ruhrschifffahrt.quantities import Colour
from games.ruhrschifffahrt.reasons import (
    NOTHING_TO_TRANSPORT,
    OPTION_CLOSED,
    PILOT_CLOSED,
    TILE_MISSING,
    WAGES_TAKEN,
)
from games.ruhrschifffahrt.rules.book import answer, options
from games.ruhrschifffahrt.rules.starts import Starts, chosen_option
from games.ruhrschifffahrt.state import Ruhr


def price(game: Ruhr, option: SpecialOption) -> int:
    """RS-26, RS-74 .. RS-77"""
    return option.prices[game.round >= game.board.special_options.dearer_from_round]


def option_closed(game: Ruhr, seat: int, option: SpecialOption) -> Reason | None:
    """RS-33, RS-51, RS-66, RS-67, RS-68"""
    if option.pilot and game.pilot_closed:
        return PILOT_CLOSED
    if option.last_round and game.round > option.last_round:
        return OPTION_CLOSED
    if option.needs_tile and option.needs_tile not in game.players[seat].tiles:
        return TILE_MISSING
    if option.players_per_round and discs_on(game, option.id) >= option.players_per_round:
        return WAGES_TAKEN
    return NOTHING_TO_TRANSPORT if option.transport and not any(game.track.values()) else None


def discs_on(game: Ruhr, option: str) -> int:
    return sum(player.option == option for player in game.players)


def delivers(game: Ruhr, starts: Starts, option: SpecialOption) -> bool:
    """RS-63, RS-64, RS-R19: the option leads to a start from which coal can be sold."""
    if option.transport:
        return any(targets(game, starts, option, colour) for colour in colours_at_the_arrow(game))
    return starts.are_open(option)


def colours_at_the_arrow(game: Ruhr) -> list[Colour]:
    return [colour for colour in COLOURS if game.track[colour]]


def targets(game: Ruhr, starts: Starts, option: SpecialOption, colour: Colour) -> list[str]:
    """RS-71, RS-77, RS-R14, RS-R15, RS-R16: empty depots of the colour that leave the seat a delivery."""
    empty = starts.list_empty(colour)
    if not option.tow and starts.are_open(option):
        return empty
    return starts.list_open_among(empty, option)


def carry_out_option(play: Play[Ruhr], seat: int, option: SpecialOption) -> None:
    """RS-150, RS-R46: the effect, then the start; the pilot's effect comes when the ship sails."""
    if option.thalers:
        play.happens(WagesReceived(seat, option.thalers))
    if option.transport:
        play.first(ChooseTransport(seat))  # which ends with the start too
    elif option.raise_die:
        play.first(ChooseDieToRaise(seat), ChooseStart(seat, bound_to=""))
    else:
        play.first(ChooseStart(seat, bound_to=""))


@options(ChooseTransport)
def arrow_dice(game: Ruhr, question: ChooseTransport) -> Iterator[Offer]:
    """RS-42, RS-R14"""
    option, starts = chosen_option(game, question.seat), Starts(game, question.seat)
    for colour in colours_at_the_arrow(game):
        if targets(game, starts, option, colour):
            yield TransportDie(colour)


@answer(ChooseTransport, TransportDie)
def transport_die(play: Play[Ruhr], question: ChooseTransport, command: TransportDie) -> None:
    play.first(ChooseTarget(question.seat, command.colour))


@options(ChooseTarget)
def depots_for_the_transport(game: Ruhr, question: ChooseTarget) -> Iterator[Offer]:
    """RS-71, RS-77, RS-R55"""
    option = chosen_option(game, question.seat)
    yield from map(PutDie, targets(game, Starts(game, question.seat), option, question.colour))


@answer(ChooseTarget, PutDie)
def put_transported_die(play: Play[Ruhr], question: ChooseTarget, command: PutDie) -> None:
    """RS-42, RS-43; RS-77, RS-R15: after tow and transport the ship starts right there."""
    colour = play.game.river.coal[command.depot]
    pips = play.game.track[colour][0]
    play.happens(DieTransported(question.seat, command.depot, colour, pips))
    bound = chosen_option(play.game, question.seat).tow
    play.first(ChooseStart(question.seat, bound_to=command.depot if bound else ""))


@options(ChooseDieToRaise)
def dice_to_raise(game: Ruhr, question: ChooseDieToRaise) -> Iterator[Offer]:
    """RS-73, RS-R55: any die on a depot, even one that shows 6 or waits for another ship."""
    yield from map(RaiseDie, game.list_dice())


@answer(ChooseDieToRaise, RaiseDie)
def raise_die(play: Play[Ruhr], question: ChooseDieToRaise, command: RaiseDie) -> None:
    """RS-15, RS-73"""
    by = chosen_option(play.game, question.seat).raise_die
    play.happens(DieRaised(question.seat, command.depot, pips_when_raised(play.game, command.depot, by)))


def pips_when_raised(game: Ruhr, depot: str, by: int) -> int:
    """RS-15"""
    return min(game.board.coal.max_pips, game.depots[depot] + by)
