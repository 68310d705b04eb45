"""What the rules can read off the table, so that a client can draw the board without them."""

from __future__ import annotations

import msgspec

from games.kernel import Command
from games.kernel.score import totals
from games.schiefer.board import Box, Valley
from games.schiefer.commands import Reroll
from games.schiefer.rules.sale import shares
from games.schiefer.score import score
from games.schiefer.state import Schiefer


class ValleyView(msgspec.Struct, frozen=True):
    valley: str
    next_mine: str | None  # the only one that can be opened now
    entrance: int | None  # markers it costs
    sales: dict[str, list[int]]  # unsold opened mine -> coins each seat would get


class BoxView(msgspec.Struct, frozen=True):
    box: str
    free: int  # places for further markers, of other seats
    seats: list[int]


class SeatView(msgspec.Struct, frozen=True):
    seat: int
    points: int  # if the game were scored now
    mines: int
    pending: tuple[int, ...]  # faces of the fields on which markers wait


class SchieferView(msgspec.Struct, frozen=True):
    order: list[int]
    mines_left: int
    valleys: list[ValleyView]
    boxes: list[BoxView]
    seats: list[SeatView]


def view(game: Schiefer) -> SchieferView:
    seats = len(game.players)
    valleys = [valley_view(game, valley) for valley in game.board.valleys.list]
    return SchieferView(
        order=game.order(),
        mines_left=sum(len(valley.mines) for valley in game.board.valleys.list) - len(game.mines),
        valleys=valleys,
        boxes=[box_view(game, box) for box in game.board.boxes_for(seats)],
        seats=seat_views(game),
    )


def valley_view(game: Schiefer, valley: Valley) -> ValleyView:
    opened = game.opened(valley)
    following = next((mine for mine in valley.mines if mine.id not in game.mines), None)
    return ValleyView(
        valley=valley.id,
        next_mine=following.id if following else None,
        entrance=following.entrance if following else None,
        sales={mine: shares(game, mine) for mine in opened if not game.mines[mine].sold},
    )


def box_view(game: Schiefer, box: Box) -> BoxView:
    inside = game.boxes.get(box.id, [])
    room = game.board.boxes.markers_per_box[len(game.players)]
    return BoxView(box=box.id, free=room - len(inside), seats=list(inside))


def seat_views(game: Schiefer) -> list[SeatView]:
    points = totals(score(game), len(game.players))
    return [
        SeatView(seat=seat, points=points[seat], mines=len(game.mines_of(seat)), pending=game.pending(seat))
        for seat in range(len(game.players))
    ]


def wording(game: Schiefer, command: Command) -> dict[str, object]:
    """What the label of a command names beyond its own fields."""
    shown = {"shown": game.dice[command.die - 1]} if hasattr(command, "die") else {}
    prices = {
        "price": game.board.dice_prices.reroll if isinstance(command, Reroll) else game.board.dice_prices.set
    }
    if hasattr(command, "mine"):
        mine = game.mine(command.mine)
        prices = {"price": mine.entrance, "coins": mine.value}
    if hasattr(command, "box"):
        prices = {"price": next(box.marker_price for box in game.board.boxes.list if box.id == command.box)}
    return shown | prices
