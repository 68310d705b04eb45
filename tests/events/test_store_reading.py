"""What every store promises of reading: entries, listings, the feed, deadlines."""

from __future__ import annotations

import base64
import threading

import pytest

from events.store import Append, BadCursor
from support.api.entries import NOON, entry_after, run_of_entries


def open_match(store, match, *, at=NOON, **more):
    entry = entry_after(at=at)
    store.append(Append(match=match, entry=entry, **more))
    return entry


def pages(store, label, limit):
    page = store.listing(label, limit=limit)
    yield [head.match for head in page.heads]
    while page.next:
        page = store.listing(label, cursor=page.next, limit=limit)
        yield [head.match for head in page.heads]


def test_of_an_unknown_match_there_is_nothing(store):
    assert store.head("nobody") is None
    assert store.entries("nobody") == []
    assert store.entries("nobody", after=3, limit=2) == []
    assert store.cause("nobody", "c") is None
    assert store.document("nobody", "people") == {}
    assert store.listing("no=label").heads == []


@pytest.mark.parametrize(
    ("after", "limit", "versions"),
    [
        (0, None, [1, 2, 3, 4, 5]),
        (0, 2, [1, 2]),
        (2, 2, [3, 4]),
        (3, 9, [4, 5]),
        (4, None, [5]),
        (5, None, []),
        (99, 3, []),
        (10**30, 3, []),
        (-7, 1, [1]),
        (2, 0, []),
    ],
)
def test_entries_are_read_in_pages(store, after, limit, versions):
    written = run_of_entries(5)
    for entry in written:
        store.append(Append(match="m", entry=entry))

    page = store.entries("m", after=after, limit=limit)

    assert page == [written[version - 1] for version in versions]


@pytest.mark.parametrize("news", [1, 15, 16, 17, 40])
def test_news_are_read_whole_whether_few_or_many(store, news):
    written = run_of_entries(3 + news)
    for entry in written:
        store.append(Append(match="m", entry=entry))

    assert store.entries("m", after=3) == written[3:]
    assert store.entries("m", after=3, limit=news) == written[3:]


def test_a_listing_shows_every_match_once_and_newest_first(store):
    for n in range(7):
        open_match(store, f"m{n}", at=NOON + n, labels_added=("status=open",))

    assert list(pages(store, "status=open", 3)) == [["m6", "m5", "m4"], ["m3", "m2", "m1"], ["m0"]]
    assert list(pages(store, "", 7)) == [["m6", "m5", "m4", "m3", "m2", "m1", "m0"]]


def test_matches_of_one_millisecond_are_listed_once_each(store):
    for n in range(7):
        open_match(store, f"m{n}", labels_added=("a",))

    assert list(pages(store, "a", 2)) == [["m6", "m5"], ["m4", "m3"], ["m2", "m1"], ["m0"]]


def test_a_match_changes_its_labels_with_an_entry_and_keeps_its_place(store):
    first = open_match(store, "old", at=NOON, labels_added=("status=open", "game=talk"))
    open_match(store, "new", at=NOON + 1, labels_added=("status=running",))

    started = entry_after(first, at=NOON + 2)
    store.append(
        Append(match="old", entry=started, labels_added=("status=running",), labels_dropped=("status=open",))
    )

    assert list(pages(store, "status=open", 5)) == [[]]
    assert list(pages(store, "status=running", 5)) == [["new", "old"]]
    assert list(pages(store, "game=talk", 5)) == [["old"]]


def test_matches_under_a_label_are_counted_in_every_partition(store):
    for number in range(5):
        entry = open_match(store, f"m{number}", labels_added=("opener=x",))
    ends = entry_after(entry)
    store.append(Append(match="m4", entry=ends, labels_dropped=("opener=x",), closes=True))

    assert (store.count_listed("opener=x"), store.count_listed("opener=y")) == (4, 0)


def test_a_page_stays_where_it_was_when_matches_come_and_go(store):
    matches = {f"m{n}": open_match(store, f"m{n}", at=NOON + n // 2, labels_added=("a",)) for n in range(6)}
    page = store.listing("a", limit=3)

    # A newer one, one in the same millisecond but above the cursor, and the very match it names is gone.
    open_match(store, "m9", at=NOON + 9, labels_added=("a",))
    open_match(store, "m31", at=NOON + 1, labels_added=("a",))
    gone = entry_after(matches["m3"])
    store.append(Append(match="m3", entry=gone, labels_dropped=("a",)))
    rest = store.listing("a", cursor=page.next, limit=9)

    assert [head.match for head in page.heads] == ["m5", "m4", "m3"]
    assert [head.match for head in rest.heads] == ["m2", "m1", "m0"]
    assert rest.next is None


def test_a_listing_carries_heads(store):
    open_match(store, "m", summary=b'{"turn":1}', labels_added=("a",))

    assert store.listing("a").heads == [store.head("m")]


@pytest.mark.parametrize(
    "cursor", ["", "x", "!!", "ü", "a" * 5000, "MTc.bQ", "-1", *[
        base64.urlsafe_b64encode(plain).decode().rstrip("=")
        for plain in (b"1", b"1.", b".m", b"01.m", b"1.m:head", b"99999999999999999.m", b"1.m\n", b"\xff.m")
    ]],
)  # fmt: skip
def test_a_cursor_it_never_gave_out_is_refused(store, cursor):
    with pytest.raises(BadCursor):
        store.listing("a", cursor=cursor)


def test_a_cursor_is_taken_only_as_it_was_given_out(store):
    for n in range(3):
        open_match(store, f"m{n}", at=NOON + n)
    given = store.listing("", limit=1).next

    for spoilt in (given + "=", given + "!", " " + given, given[:-1], given.upper()):
        with pytest.raises(BadCursor):
            store.listing("", cursor=spoilt)


def test_the_feed_counts_every_entry_of_its_partition(store):
    for match in "abcdef":
        for entry in run_of_entries(3):
            store.append(Append(match=match, entry=entry, metadata=b'{"of":"%s"}' % match.encode()))

    heard = []
    for partition in range(store.partition_count()):
        items = store.feed(partition, after=0)
        assert [item.number for item in items] == list(range(1, len(items) + 1))
        heard += [(item.match, item.version, item.metadata) for item in items]
    assert sorted(heard) == [(m, v, b'{"of":"%s"}' % m.encode()) for m in "abcdef" for v in (1, 2, 3)]


def test_a_refused_append_leaves_no_gap_in_the_feed(store):
    first, second = run_of_entries(2)
    store.append(Append(match="m", entry=first))
    store.append(Append(match="m", entry=entry_after(said="late")))
    store.append(Append(match="m", entry=second))
    where = next(n for n in range(store.partition_count()) if store.feed(n, after=0))

    assert [(item.number, item.version) for item in store.feed(where, after=0)] == [(1, 1), (2, 2)]
    assert [item.number for item in store.feed(where, after=1)] == [2]
    assert [item.number for item in store.feed(where, after=0, limit=1)] == [1]
    assert store.feed(where, after=2) == []
    assert store.feed(where, after=2, wait_ms=5) == []


def test_who_waits_for_the_feed_hears_the_next_entry(store):
    first, second = run_of_entries(2)
    store.append(Append(match="m", entry=first))
    where = next(n for n in range(store.partition_count()) if store.feed(n, after=0))
    heard = []
    listener = threading.Thread(target=lambda: heard.extend(store.feed(where, after=1, wait_ms=20_000)))

    listener.start()
    store.append(Append(match="m", entry=second))
    listener.join()

    assert [item.version for item in heard] == [2]


def test_news_of_many_matches_are_what_each_has_after_the_version_that_is_known(store):
    entries = run_of_entries(4)
    for entry in entries:
        for match in "abc":
            store.append(Append(match=match, entry=entry))

    assert store.new_entries({"a": 1, "b": 3, "c": 4}) == {"a": entries[1:], "b": entries[3:], "c": []}
    assert store.new_entries({}) == {}


def test_a_match_that_is_further_behind_or_unknown_is_no_obstacle_to_the_news_of_another(store):
    for entry in (entries := run_of_entries(40)):
        store.append(Append(match="long", entry=entry))
    for entry in entries[:2]:
        store.append(Append(match="short", entry=entry))

    found = store.new_entries({"long": 1, "nowhere": 3, "short": 1})

    assert found["short"] == entries[1:2]
    assert found.get("long", entries[1:]) == entries[1:]
    assert not found.get("nowhere")


def test_a_book_that_cannot_be_read_is_no_obstacle_to_the_news_of_another(redis_store):
    for entry in (entries := run_of_entries(2)):
        redis_store.append(Append(match="whole", entry=entry))
    redis_store._redis.set(redis_store._keys.of_match("torn", "book"), "in the way")

    assert redis_store.new_entries({"torn": 1, "whole": 1}) == {"whole": entries[1:]}


def test_deadlines_that_have_passed_are_found_oldest_first(store):
    entries = {match: open_match(store, match, deadline=NOON + n) for n, match in enumerate("abcd")}
    # b has answered and nothing more is asked of it, c has been given more time.
    store.append(Append(match="b", entry=entry_after(entries["b"])))
    store.append(Append(match="c", entry=entry_after(entries["c"]), deadline=NOON + 90))

    def due(before, **more):
        found = [late for n in range(store.partition_count()) for late in store.due(n, before=before, **more)]
        return sorted(found, key=lambda late: late[1])

    assert due(NOON) == []
    assert due(NOON + 3) == [("a", NOON)]
    assert due(NOON + 4) == [("a", NOON), ("d", NOON + 3)]
    assert due(NOON + 99)[-1] == ("c", NOON + 90)
    assert len(store.due(0, before=NOON + 99, limit=1)) <= 1


def test_a_deadline_is_moved_only_while_it_is_the_one_that_was_seen(store):
    first = open_match(store, "a", deadline=NOON + 90)
    assert store.deadline_of("a") == NOON + 90
    assert store.deadline_of("nowhere") is None

    assert not store.move_deadline("a", NOON + 80, NOON + 5)
    assert not store.move_deadline("nowhere", NOON + 90, NOON + 5)
    assert store.deadline_of("a") == NOON + 90
    assert store.move_deadline("a", NOON + 90, NOON + 5)
    assert store.deadline_of("a") == NOON + 5
    store.append(Append(match="a", entry=entry_after(first)))
    assert store.deadline_of("a") is None
    assert not store.move_deadline("a", NOON + 5, NOON + 6)
