"""Heuristic values of the options of Schiefer, in victory points.

The dice are worth the best marking they allow, a field is worth its best targets, and money and markers
have a price in points. The prices were found by playing: `./grubenbuch bench tune schiefer` (docs/bots.md).
"""

# ruff: noqa: ARG001, ARG005  all are handed position and command, whether they need both or not

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, cast

from games.kernel import Command, Question
from games.schiefer.board import Box, Mine, Valley
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

PATIENCE: Final = 3  # quiet rounds
GOING_ON: Final = 0.1  # points: a purchase at a loss gains less than that if nothing moves, but something

Fields = dict[int, list[float]]  # die -> what the targets of its field are worth


class Prices(NamedTuple):
    """With two seats; found by playing: `./grubenbuch bench tune schiefer` (docs/bots.md)."""

    money: float = 0.37  # a coin is a third of a point at the end, and useful before
    money_with_box: float = 0.51
    money_early: float = -0.05  # more, for a coin at the beginning
    marker_2: float = 2.96  # one more marker, with up to two at hand
    marker_3: float = 1.70
    marker_5: float = 1.20
    marker_8: float = 0.68
    marker_many: float = 0.29
    marker_decay: float = 2.41  # how early a marker loses its worth as the mines run out
    marker_floor: float = 0.22
    mine: float = 2.20
    mine_early: float = 0.08
    income: float = 1.03  # of what a mine will earn, as things are
    dilution: float = 0.00  # of what the others lose by one more mine in the valley
    entrance: float = 0.94  # of the worth of the markers
    new_valley: float = 0.40
    new_valley_with_box: float = 0.93
    half_with_box: float = 1.90
    alone_with_box: float = 2.97
    sale: float = -0.31  # for a sale as such
    others_gain: float = 0.54  # what the others gain counts against a sale
    development: float = -0.75  # for a box as such
    buy_marker_3: float = 2.05
    buy_marker_4: float = 1.35
    change_die: float = 5.87
    better_sale: float = 1.94
    money_points_now: float = 0.17  # by coin
    money_points_early: float = 26.0
    different_valleys_now: float = 1.08
    different_valleys_early: float = 0.57
    half_now: float = 2.04
    half_early: float = 2.25
    alone_now: float = 3.24
    alone_early: float = 0.04
    unknown_box: float = 1.55  # of another edition: nobody has tried what it is worth
    reroll: float = 0.15  # besides its price
    set_die: float = 0.65
    pending: float = 0.98  # a pending marker that pays costs the action it stands for
    pending_action: float = 1.01


OF_TWO: Final = Prices()
OF_MORE: Final = Prices(
    money=0.38,
    money_with_box=0.52,
    money_early=-0.01,
    marker_2=2.75,
    marker_3=1.59,
    marker_5=0.98,
    marker_8=0.62,
    marker_many=0.29,
    marker_decay=2.27,
    marker_floor=0.20,
    mine=2.20,
    mine_early=0.05,
    income=1.01,
    dilution=-0.01,
    entrance=0.99,
    new_valley=0.40,
    new_valley_with_box=0.98,
    half_with_box=1.96,
    alone_with_box=3.01,
    sale=-0.17,
    others_gain=0.50,
    development=-0.42,
    buy_marker_3=2.07,
    buy_marker_4=1.47,
    change_die=3.93,
    better_sale=1.87,
    money_points_now=0.16,
    money_points_early=23.5,
    different_valleys_now=0.98,
    different_valleys_early=1.02,
    half_now=1.98,
    half_early=2.21,
    alone_now=3.10,
    alone_early=0.03,
    unknown_box=1.53,
    reroll=0.09,
    set_die=0.31,
    pending=0.98,
    pending_action=1.02,
)

PRICES: Final[dict[int, Prices]] = {2: OF_TWO, 3: OF_MORE, 4: OF_MORE}  # by the number of seats


class ValleyPosition:
    """A valley as it lies before a seat."""

    __slots__ = ("earned", "opened", "own", "size", "valley")

    def __init__(self, game: Schiefer, seat: int, valley: Valley) -> None:
        self.valley, self.size = valley, len(valley.mines)
        mines = game.mines
        self.opened = self.own = 0
        self.earned = 0  # by the slate that nobody has sold
        for mine in valley.mines:
            opened = mines.get(mine.id)
            if opened is None:
                break
            self.opened += 1
            self.own += opened.owner == seat
            if not opened.sold:
                self.earned += mine.value

    @property
    def next(self) -> Mine | None:
        return self.valley.mines[self.opened] if self.opened < self.size else None


class SchieferPosition:
    """A table as one seat sees it while it answers one question, with the prices of things as they lie."""

    def __init__(self, game: Schiefer, seat: int) -> None:
        self.game, self.seat, self.player = game, seat, game.players[seat]
        self.prices = prices = PRICES[len(game.players)]
        self.boxes = {box for box, inside in game.boxes.items() if seat in inside}
        self.left = 1 - len(game.mines) / len(game.board.mines)  # the part of the mines nobody has opened
        coin = prices.money_with_box if "money_points" in self.boxes else prices.money
        self.coin = coin + prices.money_early * self.left
        self.at_hand = self.player.supply + sum(field[seat] for field in game.fields)
        self.scarcity = min(1.0, prices.marker_decay * self.left + prices.marker_floor)
        self.markers = (
            (2, prices.marker_2),
            (3, prices.marker_3),
            (5, prices.marker_5),
            (8, prices.marker_8),
        )
        self.valleys = [ValleyPosition(game, seat, valley) for valley in game.board.valleys.list]

    def marker(self, more: int = 0) -> float:
        """Return the value of one more marker: high when there are few, low when the mines run out."""
        at_hand = self.at_hand + more
        value = next((value for most, value in self.markers if at_hand <= most), self.prices.marker_many)
        return value * self.scarcity

    def markers_spent(self, count: int) -> float:
        return sum(self.marker(-each) for each in range(1, count + 1))


def free_boxes(game: Schiefer, seat: int) -> Iterator[Box]:
    room = game.board.boxes.markers_per_box[len(game.players)]
    for box in game.board.boxes_for(len(game.players)):
        inside = game.boxes.get(box.id, [])
        if seat not in inside and len(inside) < room:
            yield box


def estimate_values(game: Schiefer, commands: Sequence[Command]) -> list[float]:
    """Return the value of each option; table and fields are read once for all: that is most of the work."""
    at = SchieferPosition(game, cast("Question", game.agenda[0]).seat)
    fields = value_fields(at) if any(type(command) in BY_FIELDS for command in commands) else {}
    values = [
        BY_FIELDS[type(command)](at, command, fields)
        if type(command) in BY_FIELDS
        else VALUES[type(command)](at, command)
        for command in commands
    ]
    purchases = [type(command) is BuyMarker for command in commands]
    if not any(purchases):
        return values
    # A purchase gains on top of what else can be done: the question is asked again after it.
    rest = max((value for value, bought in zip(values, purchases, strict=True) if not bought), default=0.0)
    return [value + rest if bought else value for value, bought in zip(values, purchases, strict=True)]


def value_marking(
    at: SchieferPosition,
    command: MarkActions,
    fields: Fields,
) -> float:
    return value_hand(fields, command.faces, len(command.faces))


def value_reroll(at: SchieferPosition, command: Reroll, fields: Fields) -> float:
    markers = at.player.supply
    hands = [value_hand(fields, dice_with_face(at, command.die, face), markers) for face in fields]
    price = at.game.board.dice_prices.reroll * at.coin
    return sum(hands) / len(hands) - price - at.prices.reroll


def value_setting(at: SchieferPosition, command: SetDie, fields: Fields) -> float:
    price = at.game.board.dice_prices.set * at.coin
    return value_changing(at, command, fields) - price - at.prices.set_die


def value_changing(at: SchieferPosition, command: ChangeDie | SetDie, fields: Fields) -> float:
    dice = dice_with_face(at, command.die, command.face)
    return value_hand(fields, dice, at.player.supply)


def value_purchase(at: SchieferPosition, command: BuyMarker) -> float:
    """If all sit out and wait for each other, somebody has to buy, or the match never ends."""
    box = next(box for box in at.game.board.boxes.list if box.id == command.box)
    gain = at.marker() - box.marker_price * at.coin
    return gain if gain > 0 or at.game.quiet_rounds < PATIENCE else GOING_ON / (1 - gain)


def value_opening(at: SchieferPosition, command: OpenMine) -> float:
    valley = next(each for each in at.valleys if each.next and each.next.id == command.mine)
    return value_next_mine(at, valley)


def value_next_mine(at: SchieferPosition, valley: ValleyPosition) -> float:
    """Add up its points, its part of the sales to come, and what the valley then means to one's boxes."""
    prices, mine = at.prices, cast("Mine", valley.next)
    earned = valley.earned + mine.value
    income = earned / (valley.opened + 1) * at.coin * prices.income
    others = (valley.opened - valley.own) / (valley.opened + 1) * mine.value
    points = prices.mine + prices.mine_early * at.left + income - prices.dilution * others
    return points + value_presence(at, valley) - prices.entrance * at.markers_spent(mine.entrance)


def value_presence(at: SchieferPosition, valley: ValleyPosition) -> float:
    """Return what one more mine in the valley is worth with the boxes that count valleys."""
    prices, boxes, own = at.prices, at.boxes, valley.own
    value = 0.0
    if own == 0:
        value += prices.new_valley_with_box if "different_valleys" in boxes else prices.new_valley
    if "half_of_mines" in boxes and 2 * own < valley.size <= 2 * own + 2:
        value += prices.half_with_box
    if "alone_in_valley" in boxes and own == valley.opened:
        value += prices.alone_with_box * (own + 1) / valley.size
    return value


def value_sale_from(at: SchieferPosition, mine: str) -> float:
    game, prices = at.game, at.prices
    coins = shares(game, mine)
    own, all_coins = coins[at.seat], sum(coins)
    bonus = sum(box.sale_bonus for box in game.board.boxes.list if box.id in at.boxes)
    others = prices.others_gain * (all_coins - own) / (len(coins) - 1)
    return prices.sale + (own + bonus) * at.coin - others * prices.money


def value_developing(at: SchieferPosition, command: Develop) -> float:
    return value_box(at, command.box) + at.prices.development - at.markers_spent(1)


def value_box(at: SchieferPosition, box: str) -> float:
    value = BOX_VALUES.get(box)
    return at.prices.unknown_box * at.left if value is None else value(at)


def value_money_points(at: SchieferPosition) -> float:
    prices, later = at.prices, at.left / len(at.game.players)
    return prices.money_points_now * at.player.money + prices.money_points_early * later


def value_better_sale(at: SchieferPosition) -> float:
    unsold = at.game.board.pieces.black_markers - sum(mine.sold for mine in at.game.mines.values())
    return at.prices.better_sale * at.coin * unsold / len(at.game.players)


def value_different_valleys(at: SchieferPosition) -> float:
    now, early = at.prices.different_valleys_now, at.prices.different_valleys_early * at.left
    return sum(now if valley.own else early for valley in at.valleys)


def value_half_of_mines(at: SchieferPosition) -> float:
    reached = sum(2 * valley.own >= valley.size for valley in at.valleys)
    return at.prices.half_now * reached + at.prices.half_early * at.left


def value_alone_in_valley(at: SchieferPosition) -> float:
    """Count each valley without other owners, by how much of it is already one's own."""
    alone = sum((valley.own / valley.size) ** 2 for valley in at.valleys if valley.own == valley.opened)
    return at.prices.alone_now * alone + at.prices.alone_early * at.left


BOX_VALUES: Final[dict[str, Callable[[SchieferPosition], float]]] = {
    "buy_marker_3": lambda at: at.prices.buy_marker_3 * at.left,
    "buy_marker_4": lambda at: at.prices.buy_marker_4 * at.left,
    "change_die": lambda at: at.prices.change_die * at.left,
    "better_sale": value_better_sale,
    "money_points": value_money_points,
    "different_valleys": value_different_valleys,
    "half_of_mines": value_half_of_mines,
    "alone_in_valley": value_alone_in_valley,
}


def value_paying_markers(at: SchieferPosition, command: PayMarkers, fields: Fields) -> float:
    """Charge a pending marker with the action it stands for."""
    prices = at.prices
    return -sum(
        prices.pending + prices.pending_action * max(fields[face], default=0.0) for face in command.pending
    )


BY_FIELDS: Final[dict[type[Command], Callable[[SchieferPosition, Any, Fields], float]]] = {
    Reroll: value_reroll,
    SetDie: value_setting,
    ChangeDie: value_changing,
    MarkActions: value_marking,
    PayMarkers: value_paying_markers,
}


VALUES: Final[dict[type[Command], Callable[[SchieferPosition, Any], float]]] = {
    BuyMarker: value_purchase,
    SitOut: lambda at, command: 0.0,
    TakeSupply: lambda at, command: at.marker(),
    OpenMine: value_opening,
    SellSlate: lambda at, command: value_sale_from(at, command.mine),
    Develop: value_developing,
    LetLapse: lambda at, command: 0.0,
    EndTurn: lambda at, command: 0.0,
}


def value_hand(fields: Fields, dice: Sequence[int], markers: int) -> float:
    """Return the value of the best marking; a second marker on a field gets its second best target."""
    gains = [gain for face in set(dice) for gain in fields[face][: dice.count(face)]]
    return sum(sorted(gains, reverse=True)[:markers])


def value_fields(at: SchieferPosition) -> Fields:
    """Return what the targets of each field are worth, the best first."""
    game = at.game
    most_supplied = min(game.board.pieces.dice, at.player.reserve)
    by_action = {
        "supply": [at.marker(more) for more in range(most_supplied)],
        "open_mine": [value_next_mine(at, valley) for valley in at.valleys if valley.next],
        "sell": [value_sale_from(at, mine) for mine, opened in game.mines.items() if not opened.sold],
        "develop": [value_developing(at, Develop(box.id)) for box in free_boxes(game, at.seat)],
    }
    return {
        field.die: sorted(
            (gain for action in field.actions for gain in by_action[action] if gain > 0), reverse=True
        )
        for field in game.board.action_fields.list
    }


def dice_with_face(at: SchieferPosition, die: int, face: int) -> tuple[int, ...]:
    dice = at.game.dice
    return (*dice[: die - 1], face, *dice[die:])
