"""What time it is in a book, which never runs backwards, although the clock of a machine may.

Where the clock was set back, the time of a running match goes on from its newest entry at the clock's pace.
Its deadline is kept twice: in the book, by the time of the book, and in the store's list of what is due, by
the clock. So the difference of the two is what the book is ahead of the clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.actor import CLOCK
from service.clock import CLOCKS_DIFFER_BY

if TYPE_CHECKING:
    from events.store import Store
    from games.match.actor import Actor
    from games.match.state import Match
    from service.matches.live import Live


def read_book_time(store: Store, live: Live, actor: Actor, now: int) -> int:
    """The time of the next entry; asks the store only for a strike, or if the clock was set back."""
    deadline, due = live.match.deadline, None
    if deadline is not None and (actor == CLOCK or now + CLOCKS_DIFFER_BY < live.touched_at):
        due = store.deadline_of(live.match.id)
    ahead = max(deadline - due, 0) if deadline is not None and due is not None else 0
    return max(now + ahead, live.touched_at)


def deadline_by_clock(then: Match, at: int, now: int) -> int | None:
    """After an entry of this time."""
    ahead = at - now
    return then.deadline if then.deadline is None or ahead <= CLOCKS_DIFFER_BY else then.deadline - ahead
