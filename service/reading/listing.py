"""Pages of matches, from their heads: no book is opened, so a page costs the same among many."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from events.store import Head, Page, Store
from games.kernel.quantities import doc
from service.matches.fields import MatchId, MatchVersion, OpenedAt, TouchedAt, VersionHash
from service.matches.records.whereabouts import Whereabouts
from service.matches.summary import Summary, label, player_label

MOST_PAGES: Final = 10  # searched for the first match of the requested game


class Listed(Summary, frozen=True, kw_only=True):
    """A match in a listing: what its head says, its book stays closed."""

    match: MatchId
    version: MatchVersion
    hash: VersionHash
    opened_at: OpenedAt
    touched_at: TouchedAt


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """A page of matches."""

    matches: Annotated[list[Listed], doc("The matches, newest first.")]
    next: Annotated[str | None, doc("The cursor of the next page; null on the last.")]


class MatchFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which of the public matches somebody wants to see."""

    limit: int
    game: str | None = None
    status: str | None = None
    player: str | None = None
    cursor: str | None = None


def page_of_matches(store: Store, asked: MatchFilter) -> Listing:
    if asked.player is not None:
        page = page_of_player(store, asked.player, asked)
    else:
        page = store.listing(label(asked.game, asked.status), cursor=asked.cursor, limit=asked.limit)
    return Listing(matches=[describe_head(head) for head in page.heads], next=page.next)


def page_of_player(store: Store, player: str, asked: MatchFilter) -> Page:
    """For one game a page may be short, because it is filtered from those of all games."""
    cursor = asked.cursor
    for _ in range(MOST_PAGES):
        page = store.listing(player_label(player, asked.status), cursor=cursor, limit=asked.limit)
        heads = [head for head in heads_still_of(store, player, page) if is_of_game(head, asked.game)]
        if heads or page.next is None:
            break
        cursor = page.next
    return Page(heads, page.next)


def is_of_game(head: Head, game: str | None) -> bool:
    return game is None or msgspec.json.decode(head.summary, type=Summary).game == game


def heads_still_of(store: Store, player: str, page: Page) -> list[Head]:
    """A forgotten player is not found either."""
    known = Whereabouts(store).matches_among(player, [head.match for head in page.heads])
    return [head for head in page.heads if head.match in known]


def describe_head(head: Head) -> Listed:
    said = msgspec.json.decode(head.summary, type=Summary)
    return Listed(
        match=head.match,
        version=head.version,
        hash=head.hash,
        opened_at=head.opened,
        touched_at=head.touched,
        **msgspec.structs.asdict(said),
    )
