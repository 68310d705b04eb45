"""What an option of Schiefer is worth at a glance, in victory points.

The dice are worth the best marking they allow, a field is worth its best targets, and money and markers
have a price in points. The prices were found by playing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from games.kernel import Command, Question
from games.schiefer.board import Box, Mine
from games.schiefer.commands import (
    BuyMarker,
    ChangeDie,
    Develop,
    EndTurn,
    LetLapse,
    MarkActions,
    OpenMine,
    PayMarkers,
    Reroll,
    SellSlate,
    SetDie,
    SitOut,
    TakeSupply,
)
from games.schiefer.rules.sale import shares
from games.schiefer.state import Schiefer
from workers.bots.appraisals.nothing import worth_nothing
from workers.bots.appraisals.schiefer_seen import TableSeen, ValleySeen, free_boxes, unsold

PATIENCE: Final = 3  # quiet rounds
GOING_ON: Final = 0.1  # points: a purchase at a loss gains less than that if nothing moves, but something

Fields = dict[int, list[float]]  # die -> what the targets of its field are worth


def appraise(game: Schiefer, command: Command) -> float:
    return appraise_all(game, (command,))[0]


def appraise_all(game: Schiefer, commands: Sequence[Command]) -> list[float]:
    """It looks at the table and the fields once for all options: that is most of the work."""
    seat = cast("Question", game.agenda[0]).seat
    seen = TableSeen(game, seat)
    dicey = any(type(command) in BY_FIELDS for command in commands)
    fields = fields_worth(seen) if dicey else {}
    worth = [
        BY_FIELDS[type(command)](seen, command, fields)
        if type(command) in BY_FIELDS
        else WORTH[type(command)](seen, command)
        for command in commands
    ]
    return put_on_top(commands, worth) if any(type(command) is BuyMarker for command in commands) else worth


def put_on_top(commands: Sequence[Command], worth: Sequence[float]) -> list[float]:
    """A purchase gains on top of what else can be done: the question is asked again after it."""
    each_by_kind = [*zip((type(command) is BuyMarker for command in commands), worth, strict=True)]
    rest = max((each for is_purchase, each in each_by_kind if not is_purchase), default=0.0)
    return [each + rest if is_purchase else each for is_purchase, each in each_by_kind]


def marking(seen: TableSeen, command: MarkActions, worth: Fields) -> float:  # noqa: ARG001  as all are called
    return hand_worth(worth, command.faces, len(command.faces))


def rerolling(seen: TableSeen, command: Reroll, worth: Fields) -> float:
    markers = seen.player.supply
    hands = [hand_worth(worth, dice_with_face(seen, command.die, face), markers) for face in worth]
    price = seen.game.board.dice_prices.reroll * seen.coin
    return sum(hands) / len(hands) - price - seen.prices.reroll


def setting(seen: TableSeen, command: SetDie, worth: Fields) -> float:
    price = seen.game.board.dice_prices.set * seen.coin
    return changing(seen, command, worth) - price - seen.prices.set_die


def changing(seen: TableSeen, command: ChangeDie | SetDie, worth: Fields) -> float:
    dice = dice_with_face(seen, command.die, command.face)
    return hand_worth(worth, dice, seen.player.supply)


def buying(seen: TableSeen, command: BuyMarker) -> float:
    gain = seen.marker() - printed_box(seen.game, command.box).marker_price * seen.coin
    return gain if gain > 0 or not nothing_moves(seen.game) else GOING_ON / (1 - gain)


def nothing_moves(game: Schiefer) -> bool:
    """If all sit out and wait for each other, somebody has to go on, or the match never ends."""
    return game.quiet_rounds >= PATIENCE


def supplying(seen: TableSeen, command: Command) -> float:  # noqa: ARG001  as all are called
    return seen.marker()


def opening(seen: TableSeen, command: OpenMine) -> float:
    valley = next(each for each in seen.valleys if each.next and each.next.id == command.mine)
    return opening_next(seen, valley)


def opening_next(seen: TableSeen, valley: ValleySeen) -> float:
    """Its points, its part of the sales to come, and what the valley then means to one's boxes."""
    prices, mine = seen.prices, cast("Mine", valley.next)
    earned = valley.earned + mine.value
    income = earned / (valley.opened + 1) * seen.coin * prices.income
    others = (valley.opened - valley.own) / (valley.opened + 1) * mine.value
    points = prices.mine + prices.mine_early * seen.left + income - prices.dilution * others
    return points + presence(seen, valley) - prices.entrance * seen.markers_spent(mine.entrance)


def presence(seen: TableSeen, valley: ValleySeen) -> float:
    """What one more mine in the valley is worth with the boxes that count valleys."""
    prices, boxes, own = seen.prices, seen.boxes, valley.own
    worth = 0.0
    if own == 0:
        worth += prices.new_valley_with_box if "different_valleys" in boxes else prices.new_valley
    if "half_of_mines" in boxes and 2 * own < valley.size <= 2 * own + 2:
        worth += prices.half_with_box
    if "alone_in_valley" in boxes and own == valley.opened:
        worth += prices.alone_with_box * (own + 1) / valley.size
    return worth


def selling_slate(seen: TableSeen, command: SellSlate) -> float:
    return selling_from(seen, command.mine)


def selling_from(seen: TableSeen, mine: str) -> float:
    game, prices = seen.game, seen.prices
    coins = shares(game, mine)
    own, all_coins = coins[seen.seat], sum(coins)
    bonus = sum(box.sale_bonus for box in game.board.boxes.list if box.id in seen.boxes)
    others = prices.others_gain * (all_coins - own) / (len(coins) - 1)
    return prices.sale + (own + bonus) * seen.coin - others * prices.money


def developing(seen: TableSeen, command: Develop) -> float:
    return box_worth(seen, command.box) + seen.prices.development - seen.markers_spent(1)


def box_worth(seen: TableSeen, box: str) -> float:
    worth = BOX_WORTH.get(box)
    return seen.prices.unknown_box * seen.left if worth is None else worth(seen)


def money_points(seen: TableSeen) -> float:
    prices, later = seen.prices, seen.left / len(seen.game.players)
    return prices.money_points_now * seen.player.money + prices.money_points_early * later


def different_valleys(seen: TableSeen) -> float:
    now, early = seen.prices.different_valleys_now, seen.prices.different_valleys_early * seen.left
    return sum(now if valley.own else early for valley in seen.valleys)


def half_of_mines(seen: TableSeen) -> float:
    reached = sum(2 * valley.own >= valley.size for valley in seen.valleys)
    return seen.prices.half_now * reached + seen.prices.half_early * seen.left


def alone_in_valley(seen: TableSeen) -> float:
    """Each valley without other owners, by how much of it is already one's own."""
    alone = sum((valley.own / valley.size) ** 2 for valley in seen.valleys if valley.own == valley.opened)
    return seen.prices.alone_now * alone + seen.prices.alone_early * seen.left


BOX_WORTH: Final[dict[str, Callable[[TableSeen], float]]] = {
    "buy_marker_3": lambda seen: seen.prices.buy_marker_3 * seen.left,
    "buy_marker_4": lambda seen: seen.prices.buy_marker_4 * seen.left,
    "change_die": lambda seen: seen.prices.change_die * seen.left,
    "better_sale": lambda seen: (
        seen.prices.better_sale * seen.coin * unsold(seen.game) / len(seen.game.players)
    ),
    "money_points": money_points,
    "different_valleys": different_valleys,
    "half_of_mines": half_of_mines,
    "alone_in_valley": alone_in_valley,
}


def paying_markers(seen: TableSeen, command: PayMarkers, worth: Fields) -> float:
    """A pending marker costs the action it stands for."""
    prices = seen.prices
    return -sum(
        prices.pending + prices.pending_action * max(worth[face], default=0.0) for face in command.pending
    )


BY_FIELDS: Final[dict[type[Command], Callable[[TableSeen, Any, Fields], float]]] = {
    Reroll: rerolling,
    SetDie: setting,
    ChangeDie: changing,
    MarkActions: marking,
    PayMarkers: paying_markers,
}


def no_worth(seen: TableSeen, command: Command) -> float:
    return worth_nothing(seen.game, seen.seat, command)


WORTH: Final[dict[type[Command], Callable[[TableSeen, Any], float]]] = {
    BuyMarker: buying,
    SitOut: no_worth,
    TakeSupply: supplying,
    OpenMine: opening,
    SellSlate: selling_slate,
    Develop: developing,
    LetLapse: no_worth,
    EndTurn: no_worth,
}


def hand_worth(worth: Fields, dice: Sequence[int], markers: int) -> float:
    """The best marking of these dice: a second marker on a field gets its second best target."""
    gains = [gain for face in set(dice) for gain in worth[face][: dice.count(face)]]
    return sum(sorted(gains, reverse=True)[:markers])


def fields_worth(seen: TableSeen) -> Fields:
    """What the targets of each field are worth, the best first."""
    game = seen.game
    by_action = {
        "supply": supply_gains(seen),
        "open_mine": [opening_next(seen, valley) for valley in seen.valleys if valley.next],
        "sell": [selling_from(seen, mine) for mine, at in game.mines.items() if not at.sold],
        "develop": [developing(seen, Develop(box.id)) for box in free_boxes(game, seen.seat)],
    }
    return {
        field.die: sorted(
            (gain for action in field.actions for gain in by_action[action] if gain > 0), reverse=True
        )
        for field in game.board.action_fields.list
    }


def supply_gains(seen: TableSeen) -> list[float]:
    most = min(seen.game.board.pieces.dice, seen.player.reserve)
    return [seen.marker(more) for more in range(most)]


def printed_box(game: Schiefer, name: str) -> Box:
    return next(box for box in game.board.boxes.list if box.id == name)


def dice_with_face(seen: TableSeen, die: int, face: int) -> tuple[int, ...]:
    dice = seen.game.dice
    return (*dice[: die - 1], face, *dice[die:])
