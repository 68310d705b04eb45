"""6.3, phase 3: an option if wanted, then the start space."""

from collections.abc import Iterator

from games.kernel import Play, Reason, offer
from games.kernel.language import Offer
from games.ruhrschifffahrt.agenda import BeginDepartures, ChooseOption, ChooseStart
from games.ruhrschifffahrt.commands import PassRound, StartAt, TakeFreeTow, TakeNoOption, TakeOption
from games.ruhrschifffahrt.events.ships import OptionTaken, RoundPassed, ShipMoored
from games.ruhrschifffahrt.events.tiles import WhiteTileUsed
from games.ruhrschifffahrt.printed import SpecialOption
from games.ruhrschifffahrt.reasons import BOUND_TO_TRANSPORT, NO_DELIVERY, NOTHING_UPSTREAM, OPTION_TOO_DEAR
from games.ruhrschifffahrt.rules.book import answer, options, step
from games.ruhrschifffahrt.rules.debts import forced_funds, funds, pay_what_there_is
from games.ruhrschifffahrt.rules.rounds import begin_phase
from games.ruhrschifffahrt.rules.special_options import carry_out_option, delivers, option_closed, price
from games.ruhrschifffahrt.rules.starts import NO_OPTION, Starts, chosen_option
from games.ruhrschifffahrt.state import Ruhr


@step(BeginDepartures)
def begin_departures(play: Play[Ruhr], _: BeginDepartures) -> None:
    """RS-56, RS-57"""
    play.first(*map(ChooseOption, begin_phase(play, "start_space_and_option")))


@options(ChooseOption)
def options_that_deliver(game: Ruhr, question: ChooseOption) -> Iterator[Offer]:
    """RS-56, RS-63 .. RS-69, RS-R19, RS-R43"""
    starts = Starts(game, question.seat)
    without = delivers(game, starts, NO_OPTION)
    judged = [
        (option, refusal(game, question.seat, option, starts)) for option in game.board.special_options.list
    ]
    open_ones = [option for option, reason in judged if reason is None]
    payable = affordable(game, question.seat, open_ones, without=without)
    if without:
        yield TakeNoOption()
    for option, reason in judged:
        too_dear = None if option.id in payable else OPTION_TOO_DEAR
        yield offer(TakeOption(option.id), reason or too_dear)
    if game.white_tile(question.seat, "towing"):
        yield from (TakeFreeTow(option.id) for option in open_ones if option.tow)
    if not without and not open_ones:
        yield PassRound()


def refusal(game: Ruhr, seat: int, option: SpecialOption, starts: Starts) -> Reason | None:
    """RS-64, RS-R19; RS-R47: a ship that is not on the river yet has nothing upstream."""
    if option.tow and not game.ship(seat):
        return NOTHING_UPSTREAM
    closed = option_closed(game, seat, option)
    return closed or (None if delivers(game, starts, option) else NO_DELIVERY)


def affordable(game: Ruhr, seat: int, delivering: list[SpecialOption], *, without: bool) -> set[str]:
    """RS-69, RS-R24, RS-R43: the timeline, and then a shortfall, only when nothing else gives a delivery."""
    prices = {option.id: price(game, option) for option in delivering}
    most = funds(game, seat)
    by_choice = {option for option, price in prices.items() if price <= most}
    if by_choice or without or not prices:
        return by_choice
    most = forced_funds(game, seat)
    by_force = {option for option, price in prices.items() if price <= most}
    cheapest = min(prices.values())
    return by_force or {option for option, price in prices.items() if price == cheapest}


@answer(ChooseOption, TakeOption)
def take_option(play: Play[Ruhr], question: ChooseOption, command: TakeOption) -> None:
    """RS-65, RS-69, RS-150"""
    option = play.game.option(command.option)
    paid = pay_what_there_is(play, question.seat, price(play.game, option))
    play.happens(OptionTaken(question.seat, option.id, paid))
    carry_out_option(play, question.seat, option)


@answer(ChooseOption, TakeFreeTow)
def take_free_tow(play: Play[Ruhr], question: ChooseOption, command: TakeFreeTow) -> None:
    """RS-109, RS-R20: it is still the option of the round."""
    tile = play.game.white_tile(question.seat, "towing")
    play.happens(WhiteTileUsed(question.seat, tile), OptionTaken(question.seat, command.option, 0))
    carry_out_option(play, question.seat, play.game.option(command.option))


@answer(ChooseOption, TakeNoOption)
def take_no_option(play: Play[Ruhr], question: ChooseOption, _: TakeNoOption) -> None:
    play.first(ChooseStart(question.seat, bound_to=""))


@answer(ChooseOption, PassRound)
def pass_round(play: Play[Ruhr], question: ChooseOption, _: PassRound) -> None:
    """RS-R19"""
    play.happens(RoundPassed(question.seat))


@options(ChooseStart)
def start_spaces(game: Ruhr, question: ChooseStart) -> Iterator[Offer]:
    """RS-56 .. RS-62, RS-74 .. RS-79, RS-R46"""
    judged = Starts(game, question.seat).judge(chosen_option(game, question.seat))
    for depot in game.list_dice():
        free = question.bound_to in {"", depot}
        yield offer(StartAt(depot), judged[depot] if free else BOUND_TO_TRANSPORT)


@answer(ChooseStart, StartAt)
def start_at(play: Play[Ruhr], question: ChooseStart, command: StartAt) -> None:
    play.happens(ShipMoored(question.seat, command.depot))
