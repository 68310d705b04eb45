"""Live streams and long polls: what was missed first, then what happens; no gap and no double."""

import gc
import json
import socket
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import gevent
import gevent.socket
import pytest
from werkzeug.test import create_environ

from events.store import StoreUnavailable
from service.api import streams as streaming
from service.api.services import services_of
from service.queries.shared_polls import MOST_OF_ADDRESS
from service.queries.watch import TAIL, Watch, Watcher
from support.api import api, books
from support.api.api import bearer, open_table, running
from support.servers.patience import PATIENCE

EVENTS = "text/event-stream"


class Live:
    """A client of a stream, in the thread of the test."""

    def __init__(self, client, path, token=None, **headers):
        self.answer = client.get(path, headers={"Accept": EVENTS} | bearer(token) | api.dash_names(headers))
        self.chunks = iter(self.answer.response)
        self.buffer = b""

    def events(self, count=None):
        """So many of them, or all until the stream ends."""
        found = []
        while count is None or len(found) < count:
            while b"\n\n" not in self.buffer:
                chunk = next(self.chunks, None)
                if chunk is None:
                    assert count is None, "the stream has ended"
                    return found
                self.buffer += chunk
            block, _, self.buffer = self.buffer.partition(b"\n\n")
            fields = dict(line.split(": ", 1) for line in block.decode().split("\n"))
            if "id" in fields:
                found.append(fields | {"data": json.loads(fields["data"])})
        return found

    def listings(self, count):
        found = []
        while len(found) < count:
            for line in next(self.chunks).splitlines():
                found += [json.loads(line[6:])] if line.startswith(b"data: ") else []
        return found

    def close(self):
        self.answer.close()


def versions(events):
    return [int(event["id"]) for event in events]


@pytest.fixture
def live(client):
    """Opens streams and closes them again, so that no reader outlives its test."""
    there = []

    def open_stream(path, token=None, **headers):
        there.append(Live(client, path, token, **headers))
        return there[-1]

    yield open_stream
    for stream in there:
        stream.close()


def test_history_comes_first_and_the_stream_ends_with_the_match(client, live):
    table = running(client, options={"stall_rounds": 1})
    table.play()
    table.post("/resign", token=table.seats[0])
    stream = live(f"{table.path}/entries")
    events = stream.events()

    pages = table.get("/entries?limit=200").json["entries"]
    assert [event["data"] for event in events] == pages
    assert [event["event"] for event in events] == [entry["command"]["type"] for entry in pages]
    assert versions(events) == list(range(1, len(pages) + 1))


def test_a_stream_says_how_to_come_back_and_is_for_nobodys_cache(live, client):
    table = open_table(client)
    stream = live(f"{table.path}/entries")

    assert next(stream.chunks) == b"retry: 2000\n\n"
    assert stream.answer.headers["Cache-Control"] == "no-store"
    assert stream.answer.content_type.partition(";")[0] == EVENTS


def test_what_happens_meanwhile_arrives(live, client):
    table = open_table(client)
    stream = live(f"{table.path}/entries")
    assert versions(stream.events(1)) == [1]

    table.sit("Ada")
    table.sit()
    assert [event["event"] for event in stream.events(2)] == ["take_seat", "take_seat"]


@pytest.mark.parametrize("path", ["/v1/matches/{}/entries", "/v1/stream?matches={}", "/v1/matches"])
def test_who_waits_holds_nothing_of_the_request(client, path):
    class Marker:
        """Goes when the environ goes."""

    match, marker = open_table(client).match, Marker()
    environ = create_environ(path.format(match), headers={"Accept": EVENTS}) | {"marker": marker}
    gone = weakref.ref(marker)
    answer = client.application.answer(environ)
    assert next(iter(answer)).startswith(b"retry: 2000")

    del environ, marker
    gc.collect()

    assert gone() is None
    answer.close()


def test_last_event_id_is_stronger_than_after(live, client):
    table = running(client)
    stream = live(f"{table.path}/entries?after=1", last_event_id="3")

    assert versions(stream.events(1)) == [4]


def test_many_more_entries_than_the_tail_holds_are_read_from_the_book(live, client):
    table = running(client, undo="own")
    stream = live(f"{table.path}/entries?after=4")
    next(stream.chunks)
    for _ in range(TAIL):
        table.play(2)
    newest = table.get().json["version"]

    assert newest > 4 + TAIL
    assert versions(stream.events(newest - 4)) == list(range(5, newest + 1))


def test_each_part_of_a_history_is_read_in_a_turn_of_its_own(live, client, monkeypatch):
    """Given a filter that nothing fits, when the whole book is read for it, then others go on in between."""
    table = running(client, undo="own")
    table.play(30)
    turns = []
    monkeypatch.setattr(streaming, "ENTRIES_A_CHUNK", 10)
    monkeypatch.setattr(streaming, "yield_control", lambda: turns.append(1))
    stream = live(f"{table.path}/entries?type=cancel_match")
    next(stream.chunks)
    monkeypatch.setattr(streaming, "HEARTBEAT_SECONDS", 0.01)
    next(stream.chunks)

    assert len(turns) > table.get().json["version"] / 10


def test_a_filter_holds_for_the_stream_as_well(live, client):
    table = running(client)
    stream = live(f"{table.path}/entries?type=start_match")

    assert [event["event"] for event in stream.events(1)] == ["start_match"]


def test_a_reader_and_a_writer_at_once_lose_nothing(store):
    table = running(api.client(store))
    watched = Live(api.client(store), f"{table.path}/entries")
    player = threading.Thread(target=lambda: table.play(150))
    player.start()
    events = watched.events(100)
    player.join(PATIENCE)
    watched.close()

    assert versions(events) == list(range(1, 101))


def test_when_nothing_happens_a_comment_keeps_the_connection_alive(live, client, monkeypatch):
    monkeypatch.setattr(streaming, "HEARTBEAT_SECONDS", 0.01)
    table = open_table(client)
    stream = live(f"{table.path}/entries")
    chunks = [next(stream.chunks) for _ in range(4)]

    assert chunks[2:] == [b": still here\n\n"] * 2


def test_204_tells_who_has_everything_not_to_come_back(client):
    table = running(client, resigning="end")
    table.post("/resign", token=table.seats[0])
    newest = table.get().json["version"]

    assert table.get("/entries", accept=EVENTS, last_event_id=str(newest)).status_code == 204
    both = f"/v1/stream?matches={table.match}&after={table.match}:{newest}"
    assert client.get(both).status_code == 204


@pytest.mark.parametrize("said", ["x", "-1", "1.5", "9" * 16, "a:1"])
def test_an_id_that_was_never_given_out_is_refused(client, said):
    table = open_table(client)

    assert table.get("/entries", accept=EVENTS, last_event_id=said).json["code"] == "malformed"


def test_a_private_match_is_streamed_to_those_invited_only(live, client):
    table = open_table(client, visibility="private")

    for path in (f"{table.path}/entries", f"/v1/stream?matches={table.match}"):
        assert client.get(path, headers={"Accept": EVENTS}).json["code"] == "token_missing"
        assert live(path, table.watch).events(1)


def test_several_private_matches_are_followed_with_a_token_for_each(live, client):
    tables = [open_table(client, visibility="private") for _ in range(3)]
    path = "/v1/stream?matches=" + ",".join(table.match for table in tables)
    first, *others = [table.watch for table in tables]
    stream = live(path, first, x_match_tokens=", ".join(others))

    assert {event["data"]["match"] for event in stream.events(3)} == {table.match for table in tables}
    lacking = {"X-Match-Tokens": f"{others[0]},{first}"}
    assert client.get(path, headers=lacking).json["code"] == "token_unknown"
    assert client.get(path).json["code"] == "token_missing"


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_token_must_belong_to_one_of_the_matches(live, client, visibility):
    first, second, other = (open_table(client, visibility=visibility) for _ in range(3))
    path = f"/v1/stream?matches={first.match},{second.match}"
    tokens = {"X-Match-Tokens": f"{first.host},{second.host},{other.host}"}

    refused = client.get(path, headers=bearer(other.host) | tokens)
    assert (refused.status_code, refused.json["code"]) == (401, "token_unknown")
    assert len(live(path, second.host, **tokens).events(2)) == 2


@pytest.mark.parametrize("tokens", ["", ",", "a b", "ü", "x" * 201, ",".join(["x"] * 51)])
def test_tokens_that_cannot_be_read_open_nothing(client, tokens):
    path = f"/v1/stream?matches={open_table(client).match}"

    assert client.get(path, headers={"X-Match-Tokens": tokens}).json["code"] == "token_unknown"


def test_whoever_lost_the_seat_of_a_private_match_is_cut_off(live, client):
    table = open_table(client, visibility="private")
    seat = table.sit()
    stream = live(f"{table.path}/entries", table.seats[seat])
    stream.events(2)
    table.delete(f"/seats/{seat}", table.host)

    assert [event["event"] for event in stream.events()] == ["leave_seat"]
    assert table.get("/entries", table.seats[seat], accept=EVENTS).status_code == 401


def test_many_matches_in_one_stream_each_resumed_where_it_was(live, client):
    one, other = open_table(client), open_table(client)
    path = f"/v1/stream?matches={one.match},{other.match}"
    first = live(path).events(2)
    assert {event["data"]["match"] for event in first} == {one.match, other.match}

    one.sit()
    other.sit()
    one.sit()
    later = live(path, last_event_id=first[-1]["id"]).events(3)
    seen = sorted((event["data"]["match"], event["data"]["entry"]["version"]) for event in later)
    assert seen == sorted([(one.match, 2), (one.match, 3), (other.match, 2)])


def test_a_stream_of_many_ends_with_the_last_of_them(live, client):
    tables = [running(client, resigning="end") for _ in range(2)]
    for table in tables:
        table.post("/resign", token=table.seats[0])
    stream = live(f"/v1/stream?matches={tables[0].match},{tables[1].match}")

    assert len(stream.events()) == sum(table.get().json["version"] for table in tables)


@pytest.mark.parametrize(
    "query",
    ["", "matches=", "matches=a,,b", "matches=" + ",".join(f"m{n}" for n in range(51)), "matches=a&after=x"],
)
def test_what_makes_no_stream_is_refused(client, query):
    assert client.get(f"/v1/stream?{query}").json["code"] == "malformed"


def test_a_match_that_is_not_there_makes_no_stream(client):
    assert client.get("/v1/stream?matches=nobody").json["code"] == "unknown_match"


class TestListing:
    def test_a_page_that_many_follow_is_read_once_for_all(self, store, client, live, monkeypatch):
        """Given twenty live listings, when a match is opened, then all tell of it and few pages are read."""
        streams = [live("/v1/matches") for _ in range(20)]
        for stream in streams:
            stream.listings(1)
        read, listing = [], store.listing
        monkeypatch.setattr(
            store, "listing", lambda *asked, **said: read.append(1) or listing(*asked, **said)
        )
        match = open_table(client).match
        with ThreadPoolExecutor(len(streams)) as followers:
            pages = list(followers.map(lambda stream: stream.listings(1)[0], streams))

        assert {page["matches"][0]["match"] for page in pages} == {match}
        assert len(read) < len(streams) / 2

    def test_one_address_follows_only_some_different_pages(self, live):
        asked = [f"/v1/matches?limit={limit}" for limit in range(1, MOST_OF_ADDRESS + 2)]
        *followed, refused = [live(path) for path in asked]

        assert refused.answer.status_code == 429
        assert refused.answer.json["code"] == "too_many_streams"
        assert live(asked[0]).answer.status_code == 200  # nobody reads more for it

        followed[-1].close()
        assert live(asked[-1]).answer.status_code == 200


class TestImported:
    """Nobody plays on in it here: what there is of it is sent, and nobody is kept waiting for more."""

    @pytest.fixture
    def here(self, client):
        raw = books.file_of(books.begin_book())
        brought_in = client.post("/v1/matches/import", data=raw, content_type="application/x-ndjson").json
        return brought_in["match"], brought_in["version"]

    def test_its_stream_ends_with_its_last_entry(self, live, here):
        match, version = here
        assert versions(live(f"/v1/matches/{match}/entries").events()) == list(range(1, version + 1))
        assert live(f"/v1/matches/{match}/entries", last_event_id=str(version)).answer.status_code == 204

    def test_a_stream_of_many_ends_with_it_too(self, live, here):
        match, version = here
        events = live(f"/v1/stream?matches={match}").events()
        assert [event["data"]["entry"]["version"] for event in events] == list(range(1, version + 1))
        assert events[-1]["id"] == f"{match}:{version}"
        again = live(f"/v1/stream?matches={match}", last_event_id=events[-1]["id"])
        assert again.answer.status_code == 204

    def test_others_in_the_same_stream_go_on(self, live, here, client):
        match, version = here
        table = running(client)
        stream = live(f"/v1/stream?matches={match},{table.match}")
        stream.events(version + 4)
        table.play()
        assert stream.events(1)[0]["data"]["match"] == table.match

    def test_a_long_poll_is_answered_at_once(self, client, here, monkeypatch):
        match, version = here
        monkeypatch.setattr(Watch, "wait_beyond", lambda *_: pytest.fail("somebody waits"))
        answer = client.get(f"/v1/matches/{match}/entries?after={version}&wait=25")
        assert (answer.status_code, answer.json["entries"]) == (200, [])


class TestLongPoll:
    def test_what_is_there_is_answered_at_once(self, client):
        table = running(client)
        answer = table.get("/entries?after=3&wait=25").json

        assert [entry["version"] for entry in answer["entries"]] == [4]

    def test_what_comes_meanwhile_is_waited_for(self, store):
        table = open_table(api.client(store))
        table_of_another_thread = api.TableOverHttp(api.client(store), table.match, table.host)
        writer = threading.Timer(0.2, table_of_another_thread.sit)
        writer.start()
        answer = table.get("/entries?after=1&wait=25").json
        writer.join(PATIENCE)

        assert [entry["version"] for entry in answer["entries"]] == [2]

    def test_nothing_comes_and_the_page_is_empty(self, client):
        table = open_table(client)

        assert table.get("/entries?after=1&wait=1").json["entries"] == []

    def test_nobody_waits_for_a_match_that_is_over(self, client):
        table = running(client, resigning="end")
        table.post("/resign", token=table.seats[0])

        assert table.get("/entries?after=100&wait=25").json["entries"] == []


class TestWatch:
    def test_its_reader_ends_with_the_last_watcher(self, store, client):
        table = open_table(client)
        watch = Watch(store)
        with watch.follow([table.match]):
            assert reading()
        until(lambda: not reading())

    def test_a_store_that_fails_for_a_while_costs_no_entry(self, store, client, monkeypatch):
        table = open_table(client)
        feed, failures = store.feed, iter(range(3))

        def shaky(*args, **said):
            if next(failures, None) is not None:
                raise StoreUnavailable("gone")
            return feed(*args, **said)

        monkeypatch.setattr(store, "feed", shaky)
        monkeypatch.setattr("service.queries.watch.RETRY_SECONDS", 0.01)
        with Watch(store).follow([table.match]) as watcher:
            table.sit()
            assert watcher.wait(PATIENCE)
            assert [frame.version for frame in watcher.channels[table.match].after(1)] == [2]

    @pytest.mark.parametrize("matches", [["m"], None], ids=["some", "all"])
    def test_who_comes_while_the_store_is_gone_leaves_nothing_behind(self, store, monkeypatch, matches):
        """Given a store that does not answer, when three want to watch, then nobody is left behind."""
        came = []

        class Noted(Watcher):
            def __init__(self, channels):
                super().__init__(channels)
                came.append(self)

        def gone(_):
            raise StoreUnavailable("gone")

        monkeypatch.setattr(store, "feed_end", gone)
        watch = Watch(store)
        for _ in range(3):
            with pytest.raises(StoreUnavailable), watch.follow(matches, Noted):
                pytest.fail("nobody can follow the feed")
        watch.close()

        assert [watcher.dismissed for watcher in came] == [False] * 3

    def test_who_takes_too_long_is_dropped_and_others_are_not(self, store, client, monkeypatch):
        monkeypatch.setattr("service.queries.watch.TICK_MS", 10)
        table = open_table(client)
        watch = Watch(store, patience=0.05)
        dropped = []

        class Slow(Watcher):
            def drop(self):
                dropped.append(self)

        with watch.follow([table.match], Slow) as slow, watch.follow([table.match], Slow) as quick:
            slow.busy_since = time.monotonic()
            until(lambda: dropped)
            assert quick not in dropped

    def test_when_it_closes_streams_end_and_later_ones_tell_only_what_is_there(self, client, live):
        table = open_table(client)
        stream = live(f"{table.path}/entries")
        assert versions(stream.events(1)) == [1]
        services_of(client.application).watch.close()

        assert stream.events() == []
        assert versions(live(f"{table.path}/entries").events()) == [1]

    def test_when_it_closes_a_long_poll_is_answered(self, client):
        table = open_table(client)
        services_of(client.application).watch.close()

        assert table.get("/entries?after=1&wait=25").json["entries"] == []


def reading():
    return [thread for thread in threading.enumerate() if thread.name.startswith("feed-")]


def until(fact):
    end = time.monotonic() + PATIENCE
    while not fact():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_the_connection_of_a_dropped_reader_is_shut_and_left_to_the_server_to_close():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        reader = streaming.Reader({})
        reader.connection = ours
        reader.drop()

        assert reader.dropped
        assert theirs.recv(1) == b""
        assert ours.fileno() != -1


def test_a_connection_that_is_gone_already_is_no_trouble():
    ours, theirs = socket.socketpair()
    ours.close()
    theirs.close()
    reader = streaming.Reader({})
    reader.connection = ours
    reader.drop()

    assert reader.dropped


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1"])
def test_a_reader_is_dismissed_when_its_client_hangs_up_and_not_before(said):
    ours, theirs = gevent.socket.socketpair()
    with ours, theirs:
        reader = streaming.Reader({})
        with reader.serve(ours):
            theirs.sendall(said)
            gevent.sleep(0.01)
            assert not reader.dismissed

            theirs.close()
            with gevent.Timeout(PATIENCE):
                while not reader.dismissed:
                    gevent.sleep(0.001)
