"""Effects: what a word of the vocabulary does, and when it would change something.

The chapters describe each word once, with `effect`; cards, spaces, tiles, barriers and copies are lists
of these words, and `Perform` carries a list out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from games.schichtwechsel.agenda import Perform
from games.schichtwechsel.effects import Effect
from games.schichtwechsel.rules.book import Play, step
from games.schichtwechsel.state import Schichtwechsel

Able = Callable[[Schichtwechsel, int, Any], bool]
Doing = Callable[[Play, Perform, Any], None]

_ABLE: dict[type[Effect], Able] = {}
_DOING: dict[type[Effect], Doing] = {}


def effect(kind: type[Effect], able: Able) -> Callable[[Doing], Doing]:
    """`able`: it would change something besides a rise of the water or a tool marker gained."""

    def register(doing: Doing) -> Doing:
        _ABLE[kind] = able
        _DOING[kind] = doing
        return doing

    return register


def always(game: Schichtwechsel, seat: int, printed: Effect) -> bool:
    return True


def never(game: Schichtwechsel, seat: int, printed: Effect) -> bool:
    return False


def changes(game: Schichtwechsel, seat: int, effects: Iterable[Effect]) -> bool:
    """SW-R54: worth offering; the parts that are impossible will lapse."""
    for printed in effects:  # noqa: SIM110  asked for every use of every card, and `any` makes a generator
        if _ABLE[type(printed)](game, seat, printed):
            return True
    return False


def whole(game: Schichtwechsel, seat: int, effects: Iterable[Effect]) -> bool:
    """SW-74, SW-R17: every part that can hinder a bundle can be carried out."""
    return all(_ABLE[type(printed)](game, seat, printed) for printed in effects if printed.hinders)


@step(Perform)
def perform(play: Play, item: Perform) -> None:
    """SW-R53: in the listed order; what an effect triggers is finished before the next one begins."""
    printed, rest = item.effects[0], item.effects[1:]
    game, seat, before = play.game, item.seat, len(play.events)
    able = _ABLE[type(printed)](game, seat, printed)
    must = item.must and not changes(game, seat, rest)
    if rest:
        play.first(Perform(seat, rest, item.must))
    alone = Perform(seat, (printed,), must) if rest else item
    _DOING[type(printed)](play, alone, printed)
    if able and len(play.events) > before:
        something_changed(play)


def something_changed(play: Play) -> None:
    """SW-R55: from now on the rest of the list may be declined."""
    following = play.agenda[0] if play.agenda else None
    if isinstance(following, Perform) and following.must:
        play.agenda[0] = replace(following, must=False)


def perform_all(seat: int, effects: tuple[Any, ...], *, must: bool = False) -> tuple[Perform, ...]:
    """Nothing for an empty list, else the step that carries it out."""
    return (Perform(seat, effects, must),) if effects else ()
