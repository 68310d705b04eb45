"""Read pages of matches from their heads: no book is opened, so a page costs the same among many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, NamedTuple

import msgspec

from events.store import Head, Store
from games.kernel.quantities import MOST_SEATS, doc
from games.match.state import Clock, Parent, UndoPolicy
from service.matches.fields import (
    AnyOptions,
    MatchId,
    MatchVersion,
    OpenedAt,
    TouchedAt,
    UnreadableMatches,
    VersionHash,
)
from service.matches.handler import Matches
from service.matches.index import (
    Summary,
    facet_label,
    fork_label,
    host_label,
    label,
    player_label,
    read_summary,
    word_value,
)
from service.matches.opening import find_id_in_book
from service.matches.records.descriptions import (
    DESCRIPTIONS,
    DESCRIPTIONS_SCOPE,
    LONGEST_NOTE,
    LONGEST_TITLE,
    NO_DESCRIPTION,
    MatchDescription,
)
from service.matches.records.people import LONGEST_NAME, matches_among
from service.matches.repository import CurrentMatch

MOST_PAGES: Final = 10  # that are searched to fill one


class HostAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Who opened a match, as far as they have said."""

    name: Annotated[
        Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] | None,
        doc("What the host is called; null if nothing was said."),
    ]
    player: Annotated[
        str | None, doc("The host as `client/player`; null unless a client vouches for the host.")
    ]


class NoticeAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the host says of a match; it lies beside the book and can be erased."""

    title: Annotated[
        Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)] | None,
        doc("What the match is called; null without a title."),
    ]
    note: Annotated[
        Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)] | None,
        doc("A few words of the host to those who look for a match; null without."),
    ]
    host: Annotated[HostAnswer | None, doc("Who opened the match; null if the host has not said.")]


class BesideBook(NamedTuple):
    """What may change although the book does not."""

    description: MatchDescription
    rematch: str | None

    @property
    def changes(self) -> int:
        return self.description.changes + (self.rematch is not None)


def describe_notice(description: MatchDescription) -> NoticeAnswer:
    host = description.host
    shown = None if host is None else HostAnswer(name=host.name, player=host.player)
    return NoticeAnswer(title=description.title, note=description.note, host=shown)


class Listed(Summary, frozen=True, kw_only=True):
    """A match in a listing: what its head says, its book stays closed."""

    match: MatchId
    version: MatchVersion
    hash: VersionHash
    opened_at: OpenedAt
    touched_at: TouchedAt
    free: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS), doc("How many seats anyone may take.")]
    notice: Annotated[NoticeAnswer, doc("What the host says of the match, and who the host is.")]
    rated: Annotated[
        bool | None, doc("Whether its result counts; null where an earlier version of the server wrote last.")
    ]
    undo: Annotated[UndoPolicy | None, doc("What may be taken back; null as for `rated`.")]
    clock: Annotated[Clock | None, doc("Its clock; null without one.")]
    options: Annotated[AnyOptions, doc("The options of its game.")]
    parent: Annotated[
        Parent | None, doc("The version of another match from which this one goes on; null if it is no fork.")
    ]


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """A page of matches."""

    matches: Annotated[list[Listed], doc("The matches, newest first.")]
    next: Annotated[str | None, doc("The cursor of the next page; null on the last.")]
    unreadable: UnreadableMatches = msgspec.UNSET


class MatchFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which of the public matches somebody wants to see."""

    limit: int = 50
    game: str | None = None
    status: str | None = None
    player: str | None = None
    host: str | None = None
    rated: str | None = None
    undo: str | None = None
    clock: str | None = None
    free: str | None = None
    options: str | None = None  # name:value, with commas between them
    cursor: str | None = None

    @property
    def wanted_options(self) -> list[str]:
        return self.options.split(",") if self.options else []

    @property
    def facets(self) -> list[tuple[str, str]]:
        plain = {"rated": self.rated, "undo": self.undo, "clock": self.clock, "free": self.free}
        named = [(name, value) for name, value in plain.items() if value is not None]
        return named + [("option", option) for option in self.wanted_options]


def page_of_matches(store: Store, asked: MatchFilter) -> Listing:
    """Return a page from the shortest listing that holds all matches asked for.

    A page is short where little of that listing fits.
    """
    source, cursor = choose_label(store, asked), asked.cursor
    found, unreadable = list[Listed](), list[str]()
    for _ in range(MOST_PAGES):
        page = store.listing(source, cursor=cursor, limit=asked.limit - len(found))
        for head, description in heads_to_show(store, page.heads, asked):
            listed = describe_head(head, description)
            if listed is None:
                unreadable.append(head.match)
            elif fits(listed, asked):
                found.append(listed)
        cursor = page.next
        if cursor is None or len(found) == asked.limit:
            break
    return Listing(matches=found, next=cursor, unreadable=unreadable or msgspec.UNSET)


def page_of_forks(matches: Matches, live: CurrentMatch, *, limit: int, cursor: str | None = None) -> Listing:
    """Return a page of public forks, newest first.

    It is short where another match has the same id in its book.
    """
    page = matches.store.listing(fork_label(find_id_in_book(matches, live)), cursor=cursor, limit=limit)
    described = [
        (head.match, describe_head(head, description))
        for head, description in with_descriptions(matches.store, page.heads)
    ]
    forks = [fork for _, fork in described if fork]
    unreadable = [match for match, fork in described if fork is None]
    own = set[Parent]()
    for parent in {fork.parent for fork in forks if fork.parent}:
        # books from elsewhere may give themselves any id, so the hash decides
        found = matches.store.entries(live.match.id, after=parent.version - 1, limit=1)
        if found and found[0].hash == parent.hash:
            own.add(parent)
    return Listing(
        matches=[fork for fork in forks if fork.parent in own],
        next=page.next,
        unreadable=unreadable or msgspec.UNSET,
    )


def choose_label(store: Store, asked: MatchFilter) -> str:
    """Return the listing to read.

    Facets are listings of open matches alone; for all others they are looked up page by page.
    """
    if asked.player is not None:
        return player_label(asked.player, asked.status)
    if asked.host is not None:
        return host_label(asked.host, asked.status)
    labels = [facet_label(asked.game, *facet) for facet in asked.facets] if asked.status == "open" else []
    if len(labels) < 2:  # noqa: PLR2004  there is nothing to choose
        return labels[0] if labels else label(asked.game, asked.status)
    return min(labels, key=store.count_listed)


def fits(listed: Listed, asked: MatchFilter) -> bool:
    options = {f"{name}:{word_value(value)}" for name, value in listed.options.items()}
    return (
        asked.game in {None, listed.game}
        and asked.status in {None, listed.status}
        and asked.rated in {None, word_value(listed.rated)}
        and asked.undo in {None, listed.undo}
        and asked.clock in {None, listed.clock.kind if listed.clock else "none"}
        and asked.free in {None, word_value(listed.free > 0)}
        and options.issuperset(asked.wanted_options)
    )


def heads_to_show(
    store: Store, heads: Sequence[Head], asked: MatchFilter
) -> Iterator[tuple[Head, MatchDescription]]:
    """Yield the heads to show; a player or a host who was forgotten is not found."""
    if asked.player is not None:
        known = matches_among(store, asked.player, [head.match for head in heads])
        heads = [head for head in heads if head.match in known]
    for head, description in with_descriptions(store, heads):
        if asked.host is None or (description.host is not None and description.host.player == asked.host):
            yield head, description


def with_descriptions(store: Store, heads: Sequence[Head]) -> list[tuple[Head, MatchDescription]]:
    descriptions = DESCRIPTIONS.some(store, DESCRIPTIONS_SCOPE, [head.match for head in heads])
    return [(head, descriptions.get(head.match, NO_DESCRIPTION)) for head in heads]


def describe_head(head: Head, description: MatchDescription) -> Listed | None:
    """Describe a match by its head, or return None where its summary cannot be read."""
    said = read_summary(head)
    if said is None:
        return None
    return Listed(
        match=head.match,
        version=head.version,
        hash=head.hash,
        opened_at=head.opened,
        touched_at=head.touched,
        free=said.seats.count("free"),
        notice=describe_notice(description),
        rated=said.rated,
        undo=said.undo,
        clock=said.clock,
        options=said.options,
        parent=said.parent or None,
        **{name: getattr(said, name) for name in Summary.__struct_fields__},
    )
