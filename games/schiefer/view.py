"""What the rules can read off the table, so that a client can draw the board without them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from games.kernel.quantities import MOST_SEATS, Points, Seat, doc, one_per
from games.kernel.score import totals
from games.schiefer.board import Box, Valley
from games.schiefer.quantities import (
    MOST_BOXES,
    MOST_MINES,
    MOST_MINES_OF_A_VALLEY,
    MOST_VALLEYS,
    BoxId,
    Coins,
    Markers,
    MineId,
    Pending,
    ValleyId,
)
from games.schiefer.rules.sale import shares
from games.schiefer.score import score
from games.schiefer.state import Schiefer


class ValleyView(msgspec.Struct, frozen=True):
    """What can be done in a valley."""

    valley: Annotated[ValleyId, doc("The valley.")]
    next_mine: Annotated[MineId | None, doc("The only mine that can be opened now (SF-21).")]
    entrance: Annotated[Markers | None, doc("Markers it costs to open it (SF-22).")]
    sales: Annotated[
        dict[MineId, Annotated[list[Coins], one_per("seat", MOST_SEATS)]],
        Meta(
            max_length=MOST_MINES_OF_A_VALLEY,
            description="What each seat would get of a sale, by opened mine without a black marker (SF-25).",
        ),
    ]


class BoxView(msgspec.Struct, frozen=True):
    """A development box of this match."""

    box: Annotated[BoxId, doc("The box.")]
    free: Annotated[
        int, Meta(ge=0, le=MOST_SEATS, description="Spaces for further markers, of other seats (SF-28).")
    ]
    seats: Annotated[
        list[Seat], Meta(max_length=MOST_SEATS, description="The seats whose markers lie in it.")
    ]


class SeatView(msgspec.Struct, frozen=True):
    """How a player stands."""

    seat: Annotated[Seat, doc("The seat.")]
    points: Annotated[Points, doc("The points if the game were scored now.")]
    mines: Annotated[int, Meta(ge=0, le=MOST_MINES, description="Own mines.")]
    pending: Annotated[Pending, doc("The fields on which markers wait, one entry a marker.")]


class SchieferView(msgspec.Struct, frozen=True):
    """What can be read off the table with the rules at hand."""

    order: Annotated[
        list[Seat],
        one_per("seat", MOST_SEATS),
        doc("The seats in player order, from the start player on (SF-R21)."),
    ]
    mines_left: Annotated[int, Meta(ge=0, le=MOST_MINES, description="Mines not opened yet (SF-39).")]
    valleys: Annotated[
        list[ValleyView], Meta(max_length=MOST_VALLEYS, description="What can be done in each valley.")
    ]
    boxes: Annotated[list[BoxView], Meta(max_length=MOST_BOXES, description="The boxes for so many players.")]
    seats: Annotated[list[SeatView], one_per("seat", MOST_SEATS), doc("How each player stands, by seat.")]


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
