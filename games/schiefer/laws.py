"""What is true of every table of Schiefer, whoever sends it (see games/kernel/laws.py).

What lies on it adds up to what the edition has, and it waits for exactly what the rules could have come to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

from games.kernel import Breach, Item, Question
from games.schiefer.agenda import (
    BuyOrSitOut,
    CloseTurn,
    EndRound,
    Execute,
    PayDevelopment,
    PayEntrance,
    PrepareActions,
    RollDice,
    TakeMarkerBack,
    WorkOff,
)
from games.schiefer.commands import Develop, OpenMine
from games.schiefer.rules import RULES
from games.schiefer.rules.supply import can_buy
from games.schiefer.state import Schiefer

NAMES: Final[Mapping[str, Callable[[Schiefer], Collection[Any]]]] = {
    "seat": lambda game: range(len(game.players)),
    "place": lambda game: range(len(game.players) + 1),
    "colour": lambda game: game.board.colours.list,
    "die": lambda game: range(1, len(game.dice) + 1),
    "face": lambda game: range(1, game.board.pieces.die_faces + 1),
    "field": lambda game: range(1, len(game.board.action_fields.list) + 1),
    "mine": lambda game: game.board.mines,
    "opened_mine": lambda game: game.mines,
    "valley": lambda game: [valley.id for valley in game.board.valleys.list],
    "box": lambda game: [box.id for box in game.board.boxes_for(len(game.players))],
}


def markers_add_up(game: Schiefer) -> Iterator[Breach]:
    """SF-1: wherever they lie, each player has as many as at the start."""
    for seat in range(len(game.players)):
        if markers_of(game, seat) != game.board.pieces.markers_per_player:
            yield Breach("markers", f"/players/{seat}", f"there are {markers_of(game, seat)} in all")


def markers_of(game: Schiefer, seat: int) -> int:
    player = game.players[seat]
    on_fields = sum(field[seat] for field in game.fields)
    in_boxes = sum(inside.count(seat) for inside in game.boxes.values())
    return player.supply + player.reserve + on_fields + len(game.mines_of(seat)) + in_boxes


def black_markers_add_up(game: Schiefer) -> Iterator[Breach]:
    """SF-23, SF-R16"""
    if game.black_markers + len(sold_mines(game)) != game.board.pieces.black_markers:
        yield Breach("black_markers", "/black_markers")


def sold_mines(game: Schiefer) -> list[str]:
    return [mine for mine, opened in game.mines.items() if opened.sold]


def money_came_from_somewhere(game: Schiefer) -> Iterator[Breach]:
    """SF-2, SF-24, SF-32: what the bank has paid out is the most that can be there."""
    board = game.board
    bonus = sum(box.sale_bonus for box in board.boxes.list)
    paid = sum(game.mine(mine).value + bonus for mine in sold_mines(game))
    if sum(player.money for player in game.players) > paid + board.setup.money * len(game.players):
        yield Breach("money", "/players")


def colours_go_by_seat(game: Schiefer) -> Iterator[Breach]:
    """SF-R28"""
    for seat, player in enumerate(game.players):
        if player.colour != game.board.colours.list[seat]:
            yield Breach("colours", f"/players/{seat}/colour")


def valleys_have_no_gap(game: Schiefer) -> Iterator[Breach]:
    """SF-21"""
    for valley in game.board.valleys.list:
        opened = game.opened(valley)
        if opened != [mine.id for mine in valley.mines[: len(opened)]]:
            yield Breach("gap", f"/mines/{opened[-1]}")


def boxes_have_room(game: Schiefer) -> Iterator[Breach]:
    """SF-28"""
    room = game.board.boxes.markers_per_box[len(game.players)]
    for box, inside in game.boxes.items():
        if len(inside) > room or len(set(inside)) < len(inside):
            yield Breach("boxes", f"/boxes/{box}")


def boxes_sold_to_their_owners(game: Schiefer) -> Iterator[Breach]:
    """SF-29, SF-30: to whoever is in them, once a round."""
    selling = {box.id for box in game.board.shops}
    for seat, player in enumerate(game.players):
        used = set(player.used_boxes)
        owned = {box for box in selling if game.has_box(seat, box)}
        if len(used) < len(player.used_boxes) or not used <= owned:
            yield Breach("used_boxes", f"/players/{seat}/used_boxes")


def dice_lie_while_one_prepares(game: Schiefer) -> Iterator[Breach]:
    """SF-6, SF-7"""
    preparing = isinstance(open_item(game), PrepareActions)
    if len(game.dice) != (game.board.pieces.dice if preparing else 0):
        yield Breach("dice", "/dice")


def rounds_are_counted(game: Schiefer) -> Iterator[Breach]:
    """SF-5, SF-R25"""
    if game.quiet_rounds > game.round:
        yield Breach("rounds", "/quiet_rounds")


def agenda_fits(game: Schiefer) -> Iterator[Breach]:
    """SF-5, SF-12 .. SF-15, SF-38, SF-39: after its first item an agenda is no choice any more."""
    item = open_item(game)
    if item is None:
        if not is_over(game):
            yield Breach("agenda", "/agenda", "the game is not over")
    elif isinstance(item, Question) and game.agenda[1:] not in tails(game, item):
        yield Breach("agenda", "/agenda", "no game comes to this")


def open_item(game: Schiefer) -> Item | None:
    return game.agenda[0] if game.agenda else None


def is_over(game: Schiefer) -> bool:
    return game.all_mines_taken() or 0 < game.options.stall_rounds <= game.quiet_rounds


def tails(game: Schiefer, question: Question) -> list[tuple[Item, ...]]:
    """What can come after a question; only the field of a turn that closes is not known from it."""
    if isinstance(question, PrepareActions | BuyOrSitOut):
        later = game.order()[game.order().index(question.seat) + 1 :]
        return [(*(RollDice(seat) for seat in later), WorkOff(die=1), EndRound())]
    if isinstance(question, Execute | PayEntrance | PayDevelopment):
        return [tail_of_turn(game, question, question.die)]
    return [tail_of_turn(game, question, field) for field in range(1, len(game.fields) + 1)]


def tail_of_turn(game: Schiefer, question: Question, field: int) -> tuple[Item, ...]:
    """SF-15, SF-R1: where a marker may not pay for its own action, it comes back after it."""
    place = game.order().index(question.seat) + 1
    rest: tuple[Item, ...] = (WorkOff(field, place), EndRound())
    if isinstance(question, CloseTurn):
        return rest
    rest = (CloseTurn(question.seat), *rest)
    return rest if game.options.executing_marker_may_pay else (TakeMarkerBack(question.seat, field), *rest)


def question_can_be_asked(game: Schiefer) -> Iterator[Breach]:
    """What is to be paid could be chosen, a marker lies where it executes, and who rolls has one."""
    item = open_item(game)
    if isinstance(item, Execute | PayEntrance | PayDevelopment) and not executes(game, item):
        yield Breach("question", "/agenda/0", "no marker executes there")
    elif isinstance(item, PayEntrance) and OpenMine(item.mine) not in choices(game, item):
        yield Breach("question", "/agenda/0/mine")
    elif isinstance(item, PayDevelopment) and Develop(item.box) not in choices(game, item):
        yield Breach("question", "/agenda/0/box")
    elif isinstance(item, PrepareActions) and not game.players[item.seat].supply:
        yield Breach("question", "/agenda/0", "an empty supply does not roll")
    elif isinstance(item, BuyOrSitOut) and not buys_or_sits_out(game, item.seat):
        yield Breach("question", "/agenda/0", "there is no such choice")


def executes(game: Schiefer, item: Execute | PayEntrance | PayDevelopment) -> bool:
    """SF-15, SF-R1: its marker has come back already, or still lies on the field."""
    if game.options.executing_marker_may_pay:
        return True
    return game.fields[item.die - 1][item.seat] > 0


def choices(game: Schiefer, item: PayEntrance | PayDevelopment) -> list[Any]:
    return RULES.legal(game, Execute(item.seat, item.die))


def buys_or_sits_out(game: Schiefer, seat: int) -> bool:
    """SF-R4"""
    return not game.players[seat].supply and can_buy(game, seat)


LAWS: Final = (
    markers_add_up,
    black_markers_add_up,
    money_came_from_somewhere,
    colours_go_by_seat,
    valleys_have_no_gap,
    boxes_have_room,
    boxes_sold_to_their_owners,
    dice_lie_while_one_prepares,
    rounds_are_counted,
    agenda_fits,
    question_can_be_asked,
)
