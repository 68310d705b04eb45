"""Which markers pay: those of the supply and those on one's other pending actions."""

from collections import Counter
from collections.abc import Iterator, Mapping

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
    pending = Counter(pending_markers(game, paying))
    for supply in range(min(price, game.players[paying.seat].supply), -1, -1):
        for faces in selections(pending, price - supply):
            yield PayMarkers(supply, faces)


def selections(pending: Mapping[int, int], count: int, above: int = 0) -> Iterator[tuple[int, ...]]:
    """So many of the markers, lowest field first; markers on one field are alike, so each only once."""
    if not count:
        yield ()
    for face, markers in pending.items():
        for taken in range(min(markers, count) if face > above else 0, 0, -1):
            for others in selections(pending, count - taken, face):
                yield (face,) * taken + others
