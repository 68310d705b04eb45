"""What opening a match is charged to.

Matches that are open count for the address they were opened from. However soon each of them ends, so many
may be opened in an hour, by token and by address: a match that has ended lies in the book for ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from service.http.budgets import TooManyMatches, TooManyOpenings, TooMuchThinking
from service.http.call import Call
from service.matches.summary import opener_label
from service.matches.writing import Request
from service.tokens import opener_id


def opener_of(call: Call) -> str:
    return opener_id(call.matches.secret, call.caller.address)


def require_thinking(call: Call) -> None:
    """Bots of one opener have thought for no longer than they may."""
    call.caller.require_of(TooMuchThinking, opener_of(call))


@contextmanager
def count_opening(call: Call) -> Iterator[Request]:
    """The request, to the account of its opener. A repeated one opens nothing more and is always answered."""
    request = call.request()
    if call.matches.has_opened(request):
        yield request
        return
    call.caller.require(TooManyOpenings)
    opener, store = opener_of(call), call.matches.store
    give_back = call.caller.hold(
        TooManyMatches, opener, besides=lambda: store.count_listed(opener_label(opener))
    )
    try:
        yield replace(request, opener=opener)
        call.caller.charge(TooManyOpenings, 1)
    finally:
        give_back()
