"""Several entries written in one breath: what is said of the match is true after the last of them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from events.store import Append, FollowingEntry


def join_appends(appends: Sequence[Append]) -> Append:
    """The cause of the first names them all."""
    last = appends[-1]
    added, dropped = merge_labels(appends)
    return msgspec.structs.replace(
        appends[0],
        following=tuple(FollowingEntry(append.entry, append.metadata) for append in appends[1:]),
        closes=last.closes,
        summary=last.summary,
        deadline=last.deadline,
        labels_added=added,
        labels_dropped=dropped,
    )


def merge_labels(appends: Sequence[Append]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The listings that are joined and left by all of them together."""
    added, dropped = set[str](), set[str]()
    for append in appends:
        added = (added | set(append.labels_added)) - set(append.labels_dropped)
        dropped = (dropped | set(append.labels_dropped)) - set(append.labels_added)
    return tuple(sorted(added)), tuple(sorted(dropped))
