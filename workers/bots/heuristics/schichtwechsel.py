"""Heuristic values of the options of Schichtwechsel: what each gains less what it costs, in points."""

# ruff: noqa: ARG001, ARG005  all are handed table, seat and command, whether they need all three or not

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from games.kernel import Command, Question
from games.schichtwechsel import effects as printed
from games.schichtwechsel.agenda import (
    LoadCokeWagons,
    PickBenefit,
    RefineCoal,
    ShareOutCubes,
    TakeOrLeave,
)
from games.schichtwechsel.commands import (
    Accept,
    AdvanceDisc,
    Choose,
    CopyCard,
    Decline,
    DropCube,
    EndTurn,
    GiveCubes,
    LiftWagon,
    LoadCoke,
    LowerWater,
    MoveHeadframe,
    MoveMiner,
    Pass,
    Pay,
    PlaceCoke,
    PlaceCube,
    PlaceHouse,
    RefineWagon,
    SellCoke,
    TakeHouse,
    TakeTile,
    TradeSpoil,
    UseCard,
)
from games.schichtwechsel.lookup import coal_beside_token, sites_of, tiles_for
from games.schichtwechsel.rules.performing import whole
from games.schichtwechsel.state import OWN_SPACE, WORKING_SPEED, Schichtwechsel
from workers.bots.heuristics.schichtwechsel_effects import (
    REFINING_LOSS,
    WHITE,
    price_of_coal_above,
    price_of_coin,
    price_of_coke_in_plant,
    price_of_spoil,
    rounds_left,
    value_effects,
    value_miner_space,
    value_step,
    value_wagon,
    value_water_change,
)

OWN: Final = 0.93
PRICE_SHARES: Final = (0.44, 0.19, 0.88)  # of its price a white token, the own one and a coin cost
CUBES: Final = {"coal": 0.84, "spoil": -0.16, "blue": -0.92}
OWN_CUBES: Final = -0.94
MINER_DEED: Final = (0.84, 4.15)  # while the miner is far, and when the deed takes it to the exit
MINER_IS_NEAR: Final = 2  # spaces before the exit
SALE_DEED: Final = (0.73, 4.77)  # while rounds suffice to sell it all, and when they do not
WORKING_SPEED_VALUE: Final = (1.63, 0.44)  # a round, and the second one in all
# Which first; all boards have these
HOUSES: Final = {"bar1": 1.43, "bar2": 4.05, "bar3": 6.66, "bar4": 3.76, "bar5": 1.9}
GOOD: Final = 0.1  # breaks a tie in favour of doing something


def estimate_values(game: Schichtwechsel, commands: Sequence[Command]) -> list[float]:
    seat = cast("Question", game.agenda[0]).seat
    return [VALUES[type(command)](game, seat, command) for command in commands]


def value_nothing(game: Schichtwechsel, seat: int, command: Command) -> float:
    return 0.0


def value_giving(game: Schichtwechsel, seat: int, command: GiveCubes) -> float:
    """Keep good cubes, give bad ones to others."""
    cubes = cast("ShareOutCubes", game.agenda[0]).cubes
    own = sum(CUBES[cube] for cube in cubes) + OWN_CUBES
    return own if command.seat == seat else 0.0


def value_placing_cube(game: Schichtwechsel, seat: int, command: PlaceCube) -> float:
    """Fill up wagons, so that they can be lifted; keep two coal together, and use the wagon for coal only."""
    wagon = next(wagon for wagon in game.board.pit.wagons if wagon.id == command.wagon)
    load = game.players[seat].wagons[command.wagon]
    begun = load.coal + load.spoil > 0
    value = 2.0 * begun + (1.0 if wagon.coal_only else 0.0) + (0.3 if command.kind == "coal" else 0.0)
    suits = (wagon.spaces > 1) == (command.kind == "coal")
    return value + 0.6 * suits


def value_taking_tile(game: Schichtwechsel, seat: int, command: TakeTile) -> float:
    tile = tiles_for(game.edition, len(game.players))[command.tile]
    upper = value_effects(game, seat, tile.upper) if whole(game, seat, tile.upper) else 0.0
    if not has_lower_half(game, seat):
        return upper
    lower = (
        value_effects(game, seat, side.effects) for side in tile.lower if whole(game, seat, side.effects)
    )
    return upper + max(lower, default=0.0)


def has_lower_half(game: Schichtwechsel, seat: int) -> bool:
    """Return whether its house has left the bar."""
    spaces = game.board.bar.spaces
    covers = {space.id for space in spaces if any(isinstance(it, printed.LowerHalf) for it in space.effects)}
    return covers.isdisjoint(game.players[seat].bar)


def value_card(game: Schichtwechsel, seat: int, command: UseCard) -> float:
    card = game.cards()[command.card]
    use = next(use for use in card.uses if use.size == command.size)
    return value_effects(game, seat, use.effects) - cost_of_card(
        game, seat, use.cost.player, use.cost.white, use.cost.coin
    )


def cost_of_card(game: Schichtwechsel, seat: int, own: int, white: int, coins: int) -> float:
    """Return the cost in points: white tokens are lost at the end of the round, coins may be kept."""
    it = game.players[seat]
    from_white = min(white, it.white)
    white -= from_white
    from_own = min(own + white, int(it.token))
    coins += own + white - from_own
    white_share, own_share, coin_share = PRICE_SHARES
    return (
        white_share * WHITE * from_white
        + own_share * OWN * from_own
        + coin_share * price_of_coin(game) * coins
    )


def value_trade(game: Schichtwechsel, seat: int, command: TradeSpoil) -> float:
    trade = next(trade for trade in game.board.spoil_trades.list if trade.spoil == command.spoil)
    return value_effects(game, seat, trade.effects) - trade.spoil * (price_of_spoil(game, seat) - 0.15)


def value_benefit(game: Schichtwechsel, seat: int, command: Choose) -> float:
    benefits = cast("PickBenefit", game.agenda[0]).benefits
    return (
        value_effects(game, seat, next(side.effects for side in benefits if side.id == command.benefit))
        + GOOD
    )


def value_accepting(game: Schichtwechsel, seat: int, command: Accept) -> float:
    """Charge one coal too many, which covers the token space."""
    effect = cast("TakeOrLeave", game.agenda[0]).effect
    beside = coal_beside_token(game.edition)
    covers = isinstance(effect, printed.CoalAbove) and game.players[seat].coal == beside
    return value_effects(game, seat, (effect,)) - (WHITE if covers else 0.0)


def value_refining_wagon(game: Schichtwechsel, seat: int, command: RefineWagon) -> float:
    left = cast("RefineCoal", game.agenda[0]).left
    value = (
        price_of_coke_in_plant(game, seat) - command.spaces * price_of_coal_above(game, seat) * REFINING_LOSS
    )
    return max(value, GOOD if left else 0.0)


def value_placing_coke(game: Schichtwechsel, seat: int, command: PlaceCoke) -> float:
    if command.space == OWN_SPACE:
        return -WHITE
    return value_effects(game, seat, game.grey_spaces()[command.space].effects)


def value_loading_coke(game: Schichtwechsel, seat: int, command: LoadCoke) -> float:
    left = cast("LoadCokeWagons", game.agenda[0]).left
    return GOOD * (2 if command.space == OWN_SPACE else 1) + left * GOOD


def value_copied_card(game: Schichtwechsel, seat: int, command: CopyCard) -> float:
    uses = game.cards()[command.card].uses
    return value_effects(game, seat, next(use.effects for use in uses if use.size == command.size))


def value_placing_house(game: Schichtwechsel, seat: int, command: PlaceHouse) -> float:
    """Add up what the pit scores and what it does at once."""
    if command.site == WORKING_SPEED:
        a_round, second = WORKING_SPEED_VALUE
        return second if game.houses(seat, WORKING_SPEED) else a_round * rounds_left(game)
    site = sites_of(game.edition)[command.site]
    spoil = max(game.players[seat].spoil, 0.5 * rounds_left(game))
    scored = site.points.per_house + site.points.per_spoil_on_tip * spoil
    return float(scored + sum(value_deed(game, seat, deed) for deed in site.deeds))


def value_deed(game: Schichtwechsel, seat: int, deed: printed.Effect) -> float:
    """Return the value of a deed; loading is a part of the sale that follows it."""
    it = game.players[seat]
    if isinstance(deed, printed.Load):
        return 0.0
    if isinstance(deed, printed.SellPairs):
        waiting = it.coke + game.coke_in_plant(seat)
        return SALE_DEED[waiting > 2 * rounds_left(game)]
    if isinstance(deed, printed.MoveMiner):
        return MINER_DEED[it.miner >= game.exit_space() - MINER_IS_NEAR]
    return value_effects(game, seat, (deed,))


VALUES: Final[dict[type[Command], Callable[[Schichtwechsel, int, Any], float]]] = {
    GiveCubes: value_giving,
    PlaceCube: value_placing_cube,
    DropCube: value_nothing,
    TakeTile: value_taking_tile,
    SellCoke: lambda game, seat, command: 10.0,
    UseCard: value_card,
    TradeSpoil: value_trade,
    Pass: value_nothing,
    EndTurn: value_nothing,
    Pay: lambda game, seat, command: -(WHITE * command.white + OWN * command.own + 1.5 * command.coins),
    Choose: value_benefit,
    Accept: value_accepting,
    Decline: value_nothing,
    LiftWagon: lambda game, seat, command: value_wagon(game, seat, command.wagon) + GOOD,
    RefineWagon: value_refining_wagon,
    PlaceCoke: value_placing_coke,
    LoadCoke: value_loading_coke,
    LowerWater: lambda game, seat, command: value_water_change(game, seat, -command.levels),
    AdvanceDisc: lambda game, seat, command: value_step(
        game, seat, command.route, game.players[seat].discs[command.route] + 1
    ),
    MoveMiner: lambda game, seat, command: value_miner_space(
        game, seat, command.space, use=cast("Any", game.agenda[0]).use_space
    ),
    CopyCard: value_copied_card,
    MoveHeadframe: lambda game, seat, command: (
        value_effects(game, seat, game.bonus_space(command.space).effects) + GOOD
    ),
    TakeHouse: lambda game, seat, command: float(HOUSES[command.house]),
    PlaceHouse: value_placing_house,
}
