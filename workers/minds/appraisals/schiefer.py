"""What an option of Schiefer is worth at a glance, in victory points.

The dice are worth the best marking they allow, a field is worth its best targets, and money and markers
have a price in points. The constants were found by playing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, cast

from games.kernel import Command, Question
from games.schiefer.board import Box, Valley
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
from workers.minds.appraisals.nothing import worth_nothing

MONEY: Final = 0.38  # a coin is a third of a point at the end, and useful before
MONEY_WITH_BOX: Final = 0.52
OTHERS_GAIN_SHARE: Final = 0.5  # what the others gain counts against a sale by half
MARKER: Final = (
    (2, 2.2),
    (3, 1.6),
    (5, 0.9),
    (8, 0.6),
    (26, 0.3),
)  # with up to this many at hand, one more is worth
PRESENCE: Final = (0.4, 1.0, 2.0, 3.0)  # in a new valley, with its box, for half of it, for all of it
BOXES: Final = {
    "buy_marker_3": 3.0,
    "buy_marker_4": 1.5,
    "change_die": 3.0,
    "better_sale": 2.0,
    "money_points": 22.0,
    "different_valleys": 1.0,
    "half_of_mines": 2.5,
    "alone_in_valley": 3.0,
}
UNKNOWN_BOX: Final = 1.5  # of another edition: nobody has tried what it is worth
PATIENCE: Final = 3  # quiet rounds
ONE_MORE_MARKER: Final = 10.0  # a good purchase comes first: the question is asked again after it

Fields = dict[int, list[float]]  # die -> what the targets of its field are worth


def appraise(game: Schiefer, command: Command) -> float:
    return appraise_all(game, (command,))[0]


def appraise_all(game: Schiefer, commands: Sequence[Command]) -> list[float]:
    """It looks at the fields once for all options: that is most of the work."""
    seat = cast("Question", game.agenda[0]).seat
    dicey = any(type(command) in BY_FIELDS for command in commands)
    fields = fields_worth(game, seat) if dicey else {}
    return [
        BY_FIELDS[type(command)](game, seat, command, fields)
        if type(command) in BY_FIELDS
        else WORTH[type(command)](game, seat, command)
        for command in commands
    ]


def marking(game: Schiefer, seat: int, command: MarkActions, worth: Fields) -> float:  # noqa: ARG001  as all are called
    return hand_worth(worth, command.faces, len(command.faces))


def rerolling(game: Schiefer, seat: int, command: Reroll, worth: Fields) -> float:
    markers = game.players[seat].supply
    faces = faces_of_die(game)
    hands = [hand_worth(worth, dice_with_face(game, command.die, face), markers) for face in faces]
    return sum(hands) / len(hands) - game.board.dice_prices.reroll * money_worth(game, seat)


def setting(game: Schiefer, seat: int, command: SetDie, worth: Fields) -> float:
    return changing(game, seat, command, worth) - game.board.dice_prices.set * money_worth(game, seat)


def changing(game: Schiefer, seat: int, command: ChangeDie | SetDie, worth: Fields) -> float:
    dice = dice_with_face(game, command.die, command.face)
    return hand_worth(worth, dice, game.players[seat].supply)


def buying(game: Schiefer, seat: int, command: BuyMarker) -> float:
    price = printed_box(game, command.box).marker_price
    gain = marker(game, seat) - price * money_worth(game, seat)
    return gain + ONE_MORE_MARKER if gain > 0 or nothing_moves(game) else -ONE_MORE_MARKER


def nothing_moves(game: Schiefer) -> bool:
    """If all sit out and wait for each other, somebody has to go on, or the match never ends."""
    return game.quiet_rounds >= PATIENCE


def supplying(game: Schiefer, seat: int, command: Command) -> float:  # noqa: ARG001  as all are called
    return marker(game, seat)


def opening(game: Schiefer, seat: int, command: OpenMine) -> float:
    """Its points, its part of the sales to come, and what the valley then means to one's boxes."""
    mine, valley = game.mine(command.mine), game.valley_of(command.mine)
    opened = game.opened(valley)
    unsold = sum(game.mine(other).value for other in opened if not game.mines[other].sold)
    income = (unsold + mine.value) / (len(opened) + 1) * money_worth(game, seat)
    markers = mine.entrance * marker(game, seat)
    return game.board.scoring.points_per_mine + income + presence(game, seat, valley) - markers


def presence(game: Schiefer, seat: int, valley: Valley) -> float:
    """What one more mine in the valley is worth with the boxes that count valleys."""
    own = count_own_mines(game, seat, valley)
    worth = 0.0
    if own == 0:
        worth += PRESENCE[game.has_box(seat, "different_valleys")]
    if game.has_box(seat, "half_of_mines") and 2 * own < len(valley.mines) <= 2 * own + 2:
        worth += PRESENCE[2]
    if game.has_box(seat, "alone_in_valley") and own == len(game.opened(valley)):
        worth += PRESENCE[3] * (own + 1) / len(valley.mines)
    return worth


def selling_slate(game: Schiefer, seat: int, command: SellSlate) -> float:
    coins = shares(game, command.mine)
    own, all_coins = coins[seat], sum(coins)
    bonus = sum(box.sale_bonus for box in game.board.boxes.list if game.has_box(seat, box.id))
    others = OTHERS_GAIN_SHARE * (all_coins - own) / (len(coins) - 1)
    return (own + bonus) * money_worth(game, seat) - others * MONEY


def developing(game: Schiefer, seat: int, command: Develop) -> float:
    left = mines_left(game)
    valleys = game.board.valleys.list
    worth = {
        "buy_marker_3": BOXES["buy_marker_3"] * left,
        "buy_marker_4": BOXES["buy_marker_4"] * left,
        "change_die": BOXES["change_die"] * left,
        "better_sale": BOXES["better_sale"] * money_worth(game, seat) * unsold(game) / len(game.players),
        "money_points": game.players[seat].money / 6 + BOXES["money_points"] * left / len(game.players),
        "different_valleys": BOXES["different_valleys"]
        * sum(1.0 if count_own_mines(game, seat, valley) else left for valley in valleys),
        "half_of_mines": half_of_mines(game, seat),
        "alone_in_valley": alone_in_valley(game, seat),
    }
    return worth.get(command.box, UNKNOWN_BOX * left) - marker(game, seat)


def half_of_mines(game: Schiefer, seat: int) -> float:
    valleys = game.board.valleys.list
    reached = sum(2 * count_own_mines(game, seat, valley) >= len(valley.mines) for valley in valleys)
    return 2.0 * reached + BOXES["half_of_mines"] * mines_left(game)


def alone_in_valley(game: Schiefer, seat: int) -> float:
    """Each valley without other owners, by how much of it is already one's own."""
    return sum(
        BOXES["alone_in_valley"] * (own / len(valley.mines)) ** 2
        for valley in game.board.valleys.list
        if (own := count_own_mines(game, seat, valley)) == len(game.opened(valley))
    )


def paying_markers(game: Schiefer, seat: int, command: PayMarkers, worth: Fields) -> float:  # noqa: ARG001  as all are called
    """A pending marker costs the action it stands for."""
    return -sum(1.0 + max(worth[face], default=0.0) for face in command.pending)


BY_FIELDS: Final[dict[type[Command], Callable[[Schiefer, int, Any, Fields], float]]] = {
    Reroll: rerolling,
    SetDie: setting,
    ChangeDie: changing,
    MarkActions: marking,
    PayMarkers: paying_markers,
}
WORTH: Final[dict[type[Command], Callable[[Schiefer, int, Any], float]]] = {
    BuyMarker: buying,
    SitOut: worth_nothing,
    TakeSupply: supplying,
    OpenMine: opening,
    SellSlate: selling_slate,
    Develop: developing,
    LetLapse: worth_nothing,
    EndTurn: worth_nothing,
}


def hand_worth(worth: Fields, dice: Sequence[int], markers: int) -> float:
    """The best marking of these dice: a second marker on a field gets its second best target."""
    gains = [gain for face in set(dice) for gain in worth[face][: dice.count(face)]]
    return sum(sorted(gains, reverse=True)[:markers])


def fields_worth(game: Schiefer, seat: int) -> Fields:
    """What the targets of each field are worth, the best first."""
    by_action = {
        "supply": supply_gains(game, seat),
        "open_mine": [opening(game, seat, OpenMine(mine)) for mine in next_mines(game)],
        "sell": [
            selling_slate(game, seat, SellSlate(mine)) for mine, at in game.mines.items() if not at.sold
        ],
        "develop": [developing(game, seat, Develop(box.id)) for box in free_boxes(game, seat)],
    }
    return {
        die: sorted(
            (gain for action in game.board.actions(die) for gain in by_action[action] if gain > 0),
            reverse=True,
        )
        for die in faces_of_die(game)
    }


def faces_of_die(game: Schiefer) -> range:
    return range(1, game.board.pieces.die_faces + 1)


def supply_gains(game: Schiefer, seat: int) -> list[float]:
    return [marker(game, seat)] * min(game.board.pieces.dice, game.players[seat].reserve)


def next_mines(game: Schiefer) -> Iterator[str]:
    for valley in game.board.valleys.list:
        opened = len(game.opened(valley))
        if opened < len(valley.mines):
            yield valley.mines[opened].id


def free_boxes(game: Schiefer, seat: int) -> Iterator[Box]:
    room = game.board.boxes.markers_per_box[len(game.players)]
    for box in game.board.boxes_for(len(game.players)):
        inside = game.boxes.get(box.id, [])
        if seat not in inside and len(inside) < room:
            yield box


def printed_box(game: Schiefer, name: str) -> Box:
    return next(box for box in game.board.boxes.list if box.id == name)


def dice_with_face(game: Schiefer, die: int, face: int) -> tuple[int, ...]:
    return (*game.dice[: die - 1], face, *game.dice[die:])


def count_own_mines(game: Schiefer, seat: int, valley: Valley) -> int:
    return sum(game.mines[mine].owner == seat for mine in game.opened(valley))


def unsold(game: Schiefer) -> int:
    return game.board.pieces.black_markers - sum(mine.sold for mine in game.mines.values())


def mines_left(game: Schiefer) -> float:
    """The part of the mines that nobody has opened: how much of the game is still to come."""
    mines = sum(len(valley.mines) for valley in game.board.valleys.list)
    return 1 - len(game.mines) / mines


def money_worth(game: Schiefer, seat: int) -> float:
    return MONEY_WITH_BOX if game.has_box(seat, "money_points") else MONEY


def marker(game: Schiefer, seat: int) -> float:
    """One more marker off the board: dear when there are few, worth little when the mines run out."""
    at_hand = game.players[seat].supply + len(game.pending(seat))
    worth = next(worth for most, worth in MARKER if at_hand <= most)
    return worth * min(1.0, 2 * mines_left(game) + 0.2)
