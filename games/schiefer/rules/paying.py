"""Which markers pay: those of the supply and those on one's other pending actions."""

from collections.abc import Iterator
from itertools import combinations

from games.schiefer.agenda import Execute, PayDevelopment, PayEntrance
from games.schiefer.commands import PayMarkers
from games.schiefer.state import Schiefer

Paying = Execute | PayEntrance | PayDevelopment


def markers_at_hand(game: Schiefer, paying: Paying) -> int:
    return game.players[paying.seat].supply + len(pending_markers(game, paying))


def pending_markers(game: Schiefer, paying: Paying) -> list[int]:
    """SF-18, SF-R1: without the marker that executes, as long as it lies there."""
    faces = list(game.pending(paying.seat))
    if not game.options.executing_marker_may_pay:
        faces.remove(paying.die)
    return faces


def ways_to_pay(game: Schiefer, paying: Paying, price: int) -> Iterator[PayMarkers]:
    """SF-R12: every sum of supply and pending markers that makes the price."""
    pending = pending_markers(game, paying)
    for supply in range(min(price, game.players[paying.seat].supply), -1, -1):
        for faces in sorted(set(combinations(pending, price - supply))):
            yield PayMarkers(supply, faces)
