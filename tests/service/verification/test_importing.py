"""A match that was played elsewhere: the same book again, to be read and by nobody to be written."""

import fakeredis
import pytest

from events.codec import decode
from events.export import encode_lines, header_of
from events.memory_store import MemoryStore
from events.redis_store.store import RedisStore
from events.store import Appended, Replayed, StoreUnavailable
from events.verify import read_book
from games.match.commands import StartMatch
from games.match.past import VOTING_TIME
from service.matches.handler import Matches, Request
from service.matches.index import EventMetadata, Summary, label
from service.matches.opening import Forking, open_fork
from service.matches.records.people import Person
from service.matches.records.sheets import SHEETS
from service.problems import BadBook, Imported, TokenUnknown
from service.queries.positions import load_newest
from service.verification.audit import audit
from service.verification.importing import StoreBooks, appends, bring_in
from service.verification.other_books import lookup_in_files, lookup_in_store
from support.api import books
from support.api.room import SECRET, Room
from workers.dispatcher.open_work import list_work
from workers.jobs.results import write_sheets_into

NOW = 1_700_000_000_000


def imported(entries, store=None):
    store = MemoryStore() if store is None else store
    done = bring_in(store, books.file_of(entries), NOW)
    return store, done.place


def matches_of(store):
    return Matches(store, SECRET, clock=lambda: NOW)


def same_file(store, match):
    entries = store.entries(match)
    return b"".join(encode_lines(header_of(entries[0], len(entries), entries[-1].hash), entries))


@pytest.mark.parametrize(
    "place", ["_clients", "_ratings", "_webhooks", "_shift", f"_player-{'0' * 24}", "_x"]
)
def test_no_match_comes_in_under_the_name_of_a_place_of_the_server(place):
    entries = books.plain(books.begin_book())
    entries[0]["events"][0]["match"] = place
    forged, store = books.reseal(entries), MemoryStore()
    with pytest.raises(BadBook) as refusal:
        bring_in(store, books.file_of(forged), NOW)
    assert "not the id of a match" in refusal.value.facts["finding"]
    assert store.head(place) is None


class TestTheSameBook:
    @pytest.mark.parametrize("game", books.GAME_NAMES)
    @pytest.mark.parametrize("kind", [books.play_book, books.lively])
    @pytest.mark.parametrize("make_store", [MemoryStore, lambda: RedisStore(fakeredis.FakeRedis())])
    def test_bytes_head_and_table_are_those_of_the_first_server(self, game, kind, make_store):
        entries = kind(game)

        store, match = imported(entries, make_store())

        assert tuple(store.entries(match)) == entries
        assert same_file(store, match) == books.file_of(entries)
        head = store.head(match)
        assert match == f"import-{entries[0].hash[:24]}"
        assert (head.version, head.hash, head.closed) == (len(entries), entries[-1].hash, True)
        assert load_newest(matches_of(store), match, None).match.status == "finished"

    def test_every_earlier_version_can_be_read_as_well(self):
        entries = books.lively("schiefer")
        for length in (4, 20, 45, len(entries) - 1):
            store, match = imported(entries[:length])
            live = load_newest(matches_of(store), match, None)
            assert (live.version, live.hash) == (length, entries[length - 1].hash)

    def test_importing_the_same_again_changes_nothing(self, held_by):
        store, _ = imported(books.begin_book())
        before = held_by(store)

        done = bring_in(store, books.file_of(books.begin_book()), NOW)

        assert not done.new
        assert held_by(store) == before

    def test_a_match_of_this_server_is_here_already(self, held_by):
        room = Room()
        room.plays(times=3)
        before = held_by(room.store)

        assert not bring_in(room.store, books.file_of(room.store.entries(room.id)), NOW).new
        assert held_by(room.store) == before


class Frail(MemoryStore):
    """Dies after so many appends."""

    left = 0

    def append(self, new):
        if self.left == 0:
            raise StoreUnavailable("the plug was pulled")
        self.left -= 1
        return super().append(new)


class TestCutShort:
    @pytest.mark.parametrize("kept", [1, 2, 3, 9])
    def test_the_same_file_again_completes_it(self, kept, held_by):
        whole, _ = imported(books.begin_book())
        store = Frail()
        store.left = kept
        with pytest.raises(StoreUnavailable):
            imported(books.begin_book(), store)
        assert len(store.entries(books_match())) == min(kept, len(books.begin_book()))

        store.left = 100
        assert bring_in(store, books.file_of(books.begin_book()), NOW).new

        assert held_by(store) == held_by(whole) | {"left": store.left}

    def test_another_file_does_not_complete_it(self):
        store = Frail()
        store.left = 2
        with pytest.raises(StoreUnavailable):
            imported(books.begin_book(), store)
        other = books.plain(books.begin_book())
        other[1]["cause"] = "another"
        store.left = 100

        _, place = imported(books.reseal(other), store)
        assert place.startswith(f"{books_match()}-")
        assert same_file(store, place) == books.file_of(books.reseal(other))

    def test_two_who_import_at_once_do_not_harm_each_other(self, held_by):
        whole, _ = imported(books.begin_book())
        book, store = read_book(books.file_of(books.begin_book())), MemoryStore()

        place = books_match()
        for one, other in zip(appends(book, place, 0), appends(book, place, 0), strict=True):
            assert isinstance(store.append(one), Appended)
            assert isinstance(store.append(other), Appended | Replayed)

        assert held_by(store) == held_by(whole)


def books_match():
    return f"import-{books.begin_book()[0].hash[:24]}"


class TestRefused:
    def forged(self, change):
        told = books.plain(books.play_book("schiefer"))
        change(told)
        return books.file_of(books.reseal(told))

    def refused(self, raw):
        store = MemoryStore()
        with pytest.raises(BadBook) as refusal:
            bring_in(store, raw, NOW)
        assert store.listing("").heads == []
        assert store.feed(0, after=0) == []
        return refusal.value.facts["check"], refusal.value.facts["entry"]

    def test_a_damaged_file(self):
        raw = books.file_of(books.begin_book())

        assert self.refused(raw[:-1]) == ("file", len(books.begin_book()))
        assert self.refused(raw.replace(b'"seat":1', b'"seat":0', 1)) == ("chain", 3)
        assert self.refused(b"") == ("file", None)

    def test_a_forged_event(self):
        def change(told):
            told[7]["events"].append(told[7]["events"][-1])  # the same table, whatever was played

        assert self.refused(self.forged(change)) == ("decisions", 8)

    def test_a_forged_seed(self):
        def change(told):
            told[-1]["events"][-2]["seed"] = "ff" * 32

        assert self.refused(self.forged(change)) == ("commitment", len(books.play_book("schiefer")))

    def test_a_match_of_the_future(self):
        def change(told):
            told[-1]["at"] = NOW + 25 * 60 * 60 * 1000

        assert self.refused(self.forged(change)) == ("chain", len(books.play_book("schiefer")))


class TestNobodyIsInTheWay:
    def test_a_file_that_goes_on_from_what_is_here_continues_it(self, held_by):
        entries = books.play_book("schiefer")
        whole, place = imported(entries)
        store = MemoryStore()
        for length in (1, 5, 5, 3, 40, len(entries)):
            assert imported(entries[:length], store)[1] == place

        assert held_by(store) == held_by(whole)

    def test_a_beginning_does_not_block_the_rest_nor_what_goes_on_otherwise(self):
        """A stranger has brought in what begins alike, as far as it goes and at every place to part."""
        entries, store = books.play_book("schiefer"), MemoryStore()
        for length in (3, 9, 30):
            told = books.plain(entries[:length])
            told[-1]["cause"] = f"parts at {length}"
            imported(books.reseal(told), store)

        _, place = imported(entries, store)

        assert same_file(store, place) == books.file_of(entries)
        assert imported(entries, store) == (store, place)
        assert not bring_in(store, books.file_of(entries), NOW).new
        assert len(store.listing("").heads) == 4

    def test_a_match_of_this_server_is_not_prolonged_from_outside(self):
        ahead = Room()
        ahead.plays(times=3)
        behind = Room()
        before = behind.live.version
        file = books.file_of(ahead.store.entries(ahead.id))

        done = bring_in(behind.store, file, NOW)

        assert done.header.match == behind.id
        assert done.place != behind.id
        assert behind.live.version == before

    def test_what_was_imported_under_the_id_of_its_book_stays_and_is_found(self):
        entries = books.play_book("schiefer")
        book, store = read_book(books.file_of(entries)), MemoryStore()
        for new in appends(book, book.header.match, 0):
            store.append(new)

        assert imported(entries, store)[1] == book.header.match
        assert load_newest(matches_of(store), book.header.match, None).imported

    def test_a_fork_finds_its_parent_though_another_has_its_id(self):
        parent = Room()
        parent.plays(times=20)
        opened = open_fork(parent.matches, parent.id, parent.live.version, Forking(), Request())
        fork = books.file_of(parent.store.entries(opened.match))
        store = Room().store  # a match of the same id, which has not come as far
        bring_in(store, books.file_of(parent.store.entries(parent.id)), NOW)

        assert audit(fork, parents=lookup_in_store(StoreBooks(store))).checks[-1].verdict == "passed"

    def test_a_fork_of_an_import_names_its_parent_as_the_book_does(self):
        entries = books.begin_book()
        store, place = imported(entries)

        opened = open_fork(matches_of(store), place, len(entries), Forking(), Request())

        fork = books.file_of(store.entries(opened.match))
        assert (
            matches_of(store).repository.get(opened.match).match.parent.match
            == read_book(books.file_of(entries)).header.match
        )
        for parents in (lookup_in_store(StoreBooks(store)), lookup_in_files([books.file_of(entries)])):
            assert audit(fork, parents=parents).checks[-1].verdict == "passed"


class TestNobodyWrites:
    def test_no_guest_takes_a_seat_in_it(self):
        store, match = imported(books.begin_book()[:1])

        with pytest.raises(Imported):
            matches_of(store).sit_down(match, 0, "", Person(), Request())

    def test_nor_while_it_is_brought_in(self):
        store = Frail()
        store.left = 1
        with pytest.raises(StoreUnavailable):
            imported(books.begin_book(), store)
        store.left = 100

        with pytest.raises(Imported):
            matches_of(store).sit_down(books_match(), 0, "", Person(), Request())

    def test_no_token_opens_it(self):
        room = Room()
        store, match = imported(room.store.entries(room.id))

        with pytest.raises(TokenUnknown):
            load_newest(matches_of(store), match, room.host)
        with pytest.raises(Imported):
            matches_of(store).handle(match, StartMatch(), Request(token=room.host))

    def test_no_bot_is_called_and_no_clock_runs(self):
        room = Room(people=1, bots=2)
        room.plays(times=9)
        room.undo(0, room.live.version - 5)
        asking = Room(people=2)
        before = asking.live.version
        asking.plays(times=12)
        asking.undo(0, before)
        assert asking.match.vote
        for played in (room, asking):
            store, match = imported(played.store.entries(played.id))
            notes = [decode(item.metadata, EventMetadata) for item in store.feed(0, after=0, limit=1000)]

            assert {metadata.mind for metadata in notes} == {None}
            assert all(metadata.imported for metadata in notes)
            assert store.due(0, before=asking.now + 2 * VOTING_TIME) == []
            assert store.document(match, "seed") == store.document(match, "tokens") == {}


class TestWhatItIsGoodFor:
    @pytest.mark.parametrize("game", books.GAME_NAMES)
    def test_its_score_sheets_are_written_like_those_of_any_match(self, game):
        entries = books.lively(game)
        store, match = imported(entries)

        for item in store.feed(0, after=0, limit=10_000):
            for work in list_work(item, decode(item.metadata, EventMetadata)):
                if work.job == "score":
                    write_sheets_into(store, match, work.version)

        sheets = store.document(match, SHEETS.name)
        live = load_newest(matches_of(store), match, None)
        assert "final" in sheets
        assert len([name for name in sheets if name.startswith("round:")]) >= live.match.table.round - 1

    def test_it_is_gone_on_from_in_a_fork(self):
        store, match = imported(books.play_book("schiefer"))

        opened = open_fork(matches_of(store), match, 30, Forking(), Request())

        child = matches_of(store).repository.get(opened.match)
        assert child.match.parent.version == 30
        assert child.seed
        matches_of(store).sit_down(opened.match, 0, "", Person(), Request())

    def test_a_private_one_is_for_whoever_knows_its_id(self):
        room = Room(visibility="private")
        store, match = imported(room.store.entries(room.id))

        assert load_newest(matches_of(store), match, None).match.visibility == "private"
        assert store.listing(label()).heads == []

    def test_it_is_listed_but_not_among_those_that_can_be_joined(self):
        finished, _ = imported(books.play_book("schiefer"))
        running, _ = imported(books.begin_book())

        def listed(store, **said):
            return [decode(head.summary, Summary) for head in store.listing(label(**said)).heads]

        assert listed(finished, status="finished")[0].imported
        assert listed(running)[0].status == "running"
        assert listed(running, game="schiefer")
        assert listed(running, status="running") == []
