"""Who is calling: what a token says, and what it lets its bearer do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.match.actor import ADMIN, GUEST, HOST, Actor
from games.match.state import Match, Visibility
from service.matches.live import Live
from service.problem_detail import Detail
from service.problems import NotPermitted, TokenMissing, TokenUnknown
from service.tokens import AdminToken, role_of

_OPENNESS: Final[Mapping[Visibility, int]] = MappingProxyType({"private": 0, "unlisted": 1, "public": 2})


def read_caller(live: Live, token: str | None) -> Actor:
    """A caller without a token is a guest."""
    if token is None:
        return GUEST
    if isinstance(token, AdminToken):
        return ADMIN
    role = role_of(token, live.tokens)
    if role is None:
        raise TokenUnknown(Detail("token_of_other_match"))
    return role


def is_token_of(live: Live, token: str) -> bool:
    return isinstance(token, AdminToken) or role_of(token, live.tokens) is not None


def require_token(live: Live, token: str | None) -> Actor:
    """The caller, who must have shown a token."""
    caller = read_caller(live, token)
    if caller == GUEST:
        raise TokenMissing(Detail("token_wanted"))
    return caller


def read_actor(live: Live, token: str | None, actor: Actor | None) -> Actor:
    """In whose name a command is given: that of the token's bearer, if nobody else is named.

    A guest must be allowed to see the match; bots and the clock are the house's own.
    """
    if actor == GUEST:
        require_reader(live, token)
    return require_token(live, token) if actor is None else actor


def may_read(match: Match, caller: Actor) -> bool:
    return match.visibility != "private" or caller != GUEST


def require_reader(live: Live, token: str | None) -> Actor:
    """The caller, who must be allowed to see the match.

    Nobody was given a token for an imported private match; knowing its id is enough.
    """
    caller = read_caller(live, token)
    if not (live.imported or may_read(live.match, caller)):
        raise TokenMissing(Detail("private_match"))
    return caller


def require_right_to_show(caller: Actor, parent: Match, visibility: Visibility, above: Visibility) -> None:
    """GB-14: what a match hides, its forks hide too, unless its host or the admin decides otherwise.

    `above`: what the host may show. Anyone can become the host of a fork, and then fork that one.
    """
    wanted = _OPENNESS[visibility]
    allowed = caller == ADMIN or (caller == HOST and wanted <= _OPENNESS[above])
    if wanted > _OPENNESS[parent.visibility] and not allowed:
        raise NotPermitted(
            Detail(
                "fork_shows_more",
                {"parent": f"visibility.{parent.visibility}", "fork": f"visibility.{visibility}"},
            )
        )
