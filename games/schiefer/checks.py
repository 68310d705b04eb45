"""What is true of the board of every edition, beyond what the rulebook states number by number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from games.kernel.editions.checks import (
    Misprint,
    contradicts,
    impossible,
    namesakes,
    outside,
    twice,
    unknown,
)
from games.schiefer.board import BOARDS, Action, Board
from games.schiefer.layout import ids

COLOURS_NAMED: Final = ("blue", "green", "red")
FIELDS_WITH_A_CHOICE: Final = 2
COINS_SHARED: Final = 5


def colours(board: Board) -> Iterator[Misprint]:
    """SF-R28; three of them occur in the example of SF-26."""
    here, path = board.colours.list, "/colours/list"
    yield from twice(path, here)
    yield from impossible(
        path, "SF-1", "there are fewer colours than players", unless=len(here) >= board.players.max
    )
    named = [colour for colour in COLOURS_NAMED if colour in here]
    yield from contradicts(path, "SF-26", is_=named, must=list(COLOURS_NAMED))


def money(board: Board) -> Iterator[Misprint]:
    """No edition says how many coins there are, so there is no other bank."""
    yield from impossible("/bank/unlimited", "SF-24", "the bank never runs out", unless=board.bank.unlimited)


def markers(board: Board) -> Iterator[Misprint]:
    """SF-1"""
    setup, pieces = board.setup, board.pieces
    yield from impossible(
        "/pieces/markers_per_player",
        "SF-1",
        f"supply and reserve are {setup.supply + setup.reserve} markers",
        unless=setup.supply + setup.reserve == pieces.markers_per_player,
    )


def action_fields(board: Board) -> Iterator[Misprint]:
    """SF-12, SF-16: a field for each face, four actions, two fields with a choice."""
    path, fields = "/action_fields/list", board.action_fields.list
    dice = [field.die for field in fields]
    yield from impossible(
        path,
        "SF-12",
        "there is one field for each face, lowest first",
        unless=dice == list(range(1, board.pieces.die_faces + 1)),
    )
    for field in fields:
        here = f"{path}/{field.die}/actions"
        yield from twice(here, field.actions)
        yield from impossible(here, "SF-16", "it has no action", unless=bool(field.actions))
    with_choice = sum(len(field.actions) > 1 for field in fields)
    yield from contradicts(path, "SF-16", is_=with_choice, must=FIELDS_WITH_A_CHOICE)
    printed = {action for field in fields for action in field.actions}
    for action in sorted(set(get_args(Action)) - printed):
        yield Misprint("contradicts", path, "SF-16", f"no field has the action {action!r}")


def mines(board: Board) -> Iterator[Misprint]:
    """SF-22, SF-24, SF-R16"""
    every = [mine for valley in board.valleys.list for mine in valley.mines]
    path = "/valleys/list"
    yield from twice(path, [valley.id for valley in board.valleys.list])
    yield from twice(path, [mine.id for mine in every])
    yield from impossible(
        path,
        "SF-R16",
        f"{len(every)} mines and {board.pieces.black_markers} black markers are not as many",
        unless=len(every) == board.pieces.black_markers,
    )
    yield from shared_coins(board)
    for valley in board.valleys.list:
        for mine in valley.mines:
            here = f"{path}/{valley.id}/mines/{mine.id}"
            yield from outside(f"{here}/entrance", "SF-22", is_=mine.entrance, least=1, most=3)
            yield from outside(f"{here}/value", "SF-24", is_=mine.value, least=4, most=6)


def shared_coins(board: Board) -> Iterator[Misprint]:
    """SF-26: three players share five coins in one valley."""
    rows = [valley.mines for valley in board.valleys.list if len(valley.mines) >= len(COLOURS_NAMED)]
    if not any(mine.value == COINS_SHARED for mines in rows for mine in mines):
        detail = f"no valley of three mines has one that is worth {COINS_SHARED}"
        yield Misprint("contradicts", "/valleys/list", "SF-26", detail)


BOXES_KNOWN: Final = ("change_die", "different_valleys", "half_of_mines", "alone_in_valley")


def boxes(board: Board) -> Iterator[Misprint]:
    """SF-28; what these boxes do goes by their ids."""
    path, here = "/boxes/list", [box.id for box in board.boxes.list]
    yield from twice(path, here)
    yield from unknown(path, BOXES_KNOWN, here)
    players = range(board.players.min, board.players.max + 1)
    yield from unknown(
        "/boxes/markers_per_box", map(str, players), set(map(str, board.boxes.markers_per_box))
    )


def names(board: Board) -> Iterator[Misprint]:
    yield from namesakes([*ids(board)], [*ids(BOARDS[BOARDS.default])])


CHECKS: Final = (names, colours, money, markers, action_fields, mines, boxes)
