"""Who is calling: what a token says, and what it lets its bearer do."""

from __future__ import annotations

from typing import Final

from games.match.state import Match
from service.matches.live import Live
from service.problems import TokenMissing, TokenUnknown
from service.tokens import AdminToken, role_of

GUEST: Final = "guest"
ADMIN: Final = "admin"  # sees every match and plays in none


def actor(live: Live, token: str | None) -> str:
    """ "host", "seat:1", "watch" or "admin"; whoever shows no token is a guest."""
    if token is None:
        return GUEST
    if isinstance(token, AdminToken):
        return ADMIN
    role = role_of(token, live.tokens)
    if role is None:
        raise TokenUnknown("The token belongs to no seat and no host of this match.")
    return role


def is_known(live: Live, token: str) -> bool:
    return isinstance(token, AdminToken) or role_of(token, live.tokens) is not None


def known(live: Live, token: str | None) -> str:
    """The caller, who must have shown a token."""
    who = actor(live, token)
    if who == GUEST:
        raise TokenMissing("This call needs a token in the Authorization header: Bearer <token>.")
    return who


def may_read(match: Match, role: str) -> bool:
    return match.visibility != "private" or role != GUEST


def reader(live: Live, token: str | None) -> str:
    """The caller, who must be allowed to see the match.

    Nobody was given a token for a private one that was imported; its id is what has to be known.
    """
    role = actor(live, token)
    if not (live.imported or may_read(live.match, role)):
        raise TokenMissing("The match is private: show the token of its host, of a seat or for watching.")
    return role
