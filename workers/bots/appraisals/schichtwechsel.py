"""What an option of Schichtwechsel is worth at a glance: the gain of what it does, less what it costs."""

# ruff: noqa: ARG001, ARG005  an appraisal is handed table, seat and thing, whether it needs all three or not

from __future__ import annotations

from collections.abc import Callable
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
from workers.bots.appraisals.nothing import worth_nothing
from workers.bots.appraisals.schichtwechsel_gains import (
    REFINING_LOSS,
    gain_worth,
    miner_worth,
    step_worth,
    wagon_worth,
)
from workers.bots.appraisals.schichtwechsel_prices import (
    WHITE,
    coal_above,
    coin_worth,
    coke_plant,
    rounds_left,
    spoil_above,
    water_change,
)

OWN: Final = 0.93
PRICE_SHARES: Final = (0.44, 0.19, 0.88)  # of its price a white token, the own one and a coin cost
CUBES: Final = {"coal": 0.84, "spoil": -0.16, "blue": -0.92}
OWN_CUBES: Final = -0.94
MINER_DEED: Final = (0.84, 4.15)  # while the miner is far, and when the deed takes it to the exit
MINER_IS_NEAR: Final = 2  # spaces before the exit
SALE_DEED: Final = (0.73, 4.77)  # while rounds suffice to sell it all, and when they do not
WORKING_SPEED_WORTH: Final = (1.63, 0.44)  # a round, and the second one in all
HOUSES: Final = {
    "bar1": 1.43,
    "bar2": 4.05,
    "bar3": 6.66,
    "bar4": 3.76,
    "bar5": 1.9,
}  # which first; all boards have these
GOOD: Final = 0.1  # breaks a tie in favour of doing something


def appraise(game: Schichtwechsel, command: Command) -> float:
    seat = cast("Question", game.agenda[0]).seat
    return WORTH[type(command)](game, seat, command)


def giving(game: Schichtwechsel, seat: int, command: GiveCubes) -> float:
    """Good cubes for oneself, bad ones for others."""
    cubes = cast("ShareOutCubes", game.agenda[0]).cubes
    own = sum(CUBES[cube] for cube in cubes) + OWN_CUBES
    return own if command.seat == seat else 0.0


def placing_cube(game: Schichtwechsel, seat: int, command: PlaceCube) -> float:
    """Full wagons are lifted; two coal on one wagon go together, and one wagon takes only coal."""
    wagon = next(wagon for wagon in game.board.pit.wagons if wagon.id == command.wagon)
    load = game.players[seat].wagons[command.wagon]
    begun = load.coal + load.spoil > 0
    worth = 2.0 * begun + (1.0 if wagon.coal_only else 0.0) + (0.3 if command.kind == "coal" else 0.0)
    suits = (wagon.spaces > 1) == (command.kind == "coal")
    return worth + 0.6 * suits


def taking_tile(game: Schichtwechsel, seat: int, command: TakeTile) -> float:
    tile = tiles_for(game.edition, len(game.players))[command.tile]
    upper = gain_worth(game, seat, tile.upper) if whole(game, seat, tile.upper) else 0.0
    if not has_lower_half(game, seat):
        return upper
    lower = (gain_worth(game, seat, side.effects) for side in tile.lower if whole(game, seat, side.effects))
    return upper + max(lower, default=0.0)


def has_lower_half(game: Schichtwechsel, seat: int) -> bool:
    """Its house has left the bar."""
    spaces = game.board.bar.spaces
    covers = {space.id for space in spaces if any(isinstance(it, printed.LowerHalf) for it in space.effects)}
    return covers.isdisjoint(game.players[seat].bar)


def using(game: Schichtwechsel, seat: int, command: UseCard) -> float:
    card = game.cards()[command.card]
    use = next(use for use in card.uses if use.size == command.size)
    return gain_worth(game, seat, use.effects) - price(
        game, seat, use.cost.player, use.cost.white, use.cost.coin
    )


def price(game: Schichtwechsel, seat: int, own: int, white: int, coins: int) -> float:
    """White tokens are lost at the end of the round and cost little; coins may be kept."""
    it = game.players[seat]
    from_white = min(white, it.white)
    white -= from_white
    from_own = min(own + white, int(it.token))
    coins += own + white - from_own
    white_share, own_share, coin_share = PRICE_SHARES
    return (
        white_share * WHITE * from_white + own_share * OWN * from_own + coin_share * coin_worth(game) * coins
    )


def paying_price(game: Schichtwechsel, seat: int, command: Pay) -> float:
    return -(WHITE * command.white + OWN * command.own + 1.5 * command.coins)


def trading(game: Schichtwechsel, seat: int, command: TradeSpoil) -> float:
    trade = next(trade for trade in game.board.spoil_trades.list if trade.spoil == command.spoil)
    return gain_worth(game, seat, trade.effects) - trade.spoil * (spoil_above(game, seat) - 0.15)


def choosing_benefit(game: Schichtwechsel, seat: int, command: Choose) -> float:
    benefits = cast("PickBenefit", game.agenda[0]).benefits
    return (
        gain_worth(game, seat, next(side.effects for side in benefits if side.id == command.benefit)) + GOOD
    )


def accepting(game: Schichtwechsel, seat: int, command: Accept) -> float:
    """One coal too many covers the token space."""
    effect = cast("TakeOrLeave", game.agenda[0]).effect
    beside = coal_beside_token(game.edition)
    covers = isinstance(effect, printed.CoalAbove) and game.players[seat].coal == beside
    return gain_worth(game, seat, (effect,)) - (WHITE if covers else 0.0)


def lifting_wagon(game: Schichtwechsel, seat: int, command: LiftWagon) -> float:
    return wagon_worth(game, seat, command.wagon) + GOOD


def refining_wagon(game: Schichtwechsel, seat: int, command: RefineWagon) -> float:
    left = cast("RefineCoal", game.agenda[0]).left
    worth = coke_plant(game, seat) - command.spaces * coal_above(game, seat) * REFINING_LOSS
    return max(worth, GOOD if left else 0.0)


def placing_coke(game: Schichtwechsel, seat: int, command: PlaceCoke) -> float:
    if command.space == OWN_SPACE:
        return -WHITE
    return gain_worth(game, seat, game.grey_spaces()[command.space].effects)


def loading_coke(game: Schichtwechsel, seat: int, command: LoadCoke) -> float:
    left = cast("LoadCokeWagons", game.agenda[0]).left
    return GOOD * (2 if command.space == OWN_SPACE else 1) + left * GOOD


def lowering_water(game: Schichtwechsel, seat: int, command: LowerWater) -> float:
    return water_change(game, seat, -command.levels)


def advancing_disc(game: Schichtwechsel, seat: int, command: AdvanceDisc) -> float:
    return step_worth(game, seat, command.route, game.players[seat].discs[command.route] + 1)


def walking(game: Schichtwechsel, seat: int, command: MoveMiner) -> float:
    return miner_worth(game, seat, command.space, use=cast("Any", game.agenda[0]).use_space)


def copying_card(game: Schichtwechsel, seat: int, command: CopyCard) -> float:
    uses = game.cards()[command.card].uses
    return gain_worth(game, seat, next(use.effects for use in uses if use.size == command.size))


def moving_headframe(game: Schichtwechsel, seat: int, command: MoveHeadframe) -> float:
    return gain_worth(game, seat, game.bonus_space(command.space).effects) + GOOD


def taking_house(game: Schichtwechsel, seat: int, command: TakeHouse) -> float:
    return float(HOUSES[command.house])


def placing_house(game: Schichtwechsel, seat: int, command: PlaceHouse) -> float:
    """What the pit scores, and what it does at once."""
    if command.site == WORKING_SPEED:
        a_round, second = WORKING_SPEED_WORTH
        return second if game.houses(seat, WORKING_SPEED) else a_round * rounds_left(game)
    site = sites_of(game.edition)[command.site]
    spoil = max(game.players[seat].spoil, 0.5 * rounds_left(game))
    scored = site.points.per_house + site.points.per_spoil_on_tip * spoil
    return float(scored + sum(deed_worth(game, seat, deed) for deed in site.deeds))


def deed_worth(game: Schichtwechsel, seat: int, deed: printed.Effect) -> float:
    """Loading is a part of the sale that follows it."""
    it = game.players[seat]
    if isinstance(deed, printed.Load):
        return 0.0
    if isinstance(deed, printed.SellPairs):
        waiting = it.coke + game.coke_in_plant(seat)
        return SALE_DEED[waiting > 2 * rounds_left(game)]
    if isinstance(deed, printed.MoveMiner):
        return MINER_DEED[it.miner >= game.exit_space() - MINER_IS_NEAR]
    return gain_worth(game, seat, (deed,))


WORTH: Final[dict[type[Command], Callable[[Schichtwechsel, int, Any], float]]] = {
    GiveCubes: giving,
    PlaceCube: placing_cube,
    DropCube: worth_nothing,
    TakeTile: taking_tile,
    SellCoke: lambda game, seat, command: 10.0,
    UseCard: using,
    TradeSpoil: trading,
    Pass: worth_nothing,
    EndTurn: worth_nothing,
    Pay: paying_price,
    Choose: choosing_benefit,
    Accept: accepting,
    Decline: worth_nothing,
    LiftWagon: lifting_wagon,
    RefineWagon: refining_wagon,
    PlaceCoke: placing_coke,
    LoadCoke: loading_coke,
    LowerWater: lowering_water,
    AdvanceDisc: advancing_disc,
    MoveMiner: walking,
    CopyCard: copying_card,
    MoveHeadframe: moving_headframe,
    TakeHouse: taking_house,
    PlaceHouse: placing_house,
}
