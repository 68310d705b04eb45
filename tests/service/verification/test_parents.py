"""Whether a fork begins as its parent stood: proven by the parent's book, and never said without it."""

import pytest

from events.export import export_book
from events.memory_store import MemoryStore
from games.match.commands import StartMatch
from service.matches.handler import Request
from service.matches.opening import Forking, open_fork
from service.matches.records.people import Person
from service.problems import BadBook
from service.verification.audit import audit
from service.verification.importing import StoreBooks, bring_in
from service.verification.other_books import MOST_ANCESTORS, lookup_in_files, lookup_in_store, nowhere
from support.api import api, books
from support.api.room import Room

NOW = 1_700_000_000_000


class Family:
    """A match, a fork of it, and a fork of that; each played on."""

    def __init__(self, game="schiefer", **opening):
        self.room = Room(game=game, **opening)
        self.room.plays(times=20)
        self.room.undo(*self.room.to_a_free_undo())
        self.room.plays(times=2)
        self.books = {"parent": self.book()}
        for name in ("fork", "grandchild"):
            self.fork()
            self.room.plays(times=9)
            self.books[name] = self.book()

    def book(self):
        return self.room.store.entries(self.room.id)

    def fork(self):
        room, token = self.room, self.room.tokens[0]
        request = Request(
            token=token, cause=f"a fork of {room.id}"
        )  # the same id, so the same luck each time
        opened = open_fork(room.matches, room.id, room.live.version - 4, Forking(), request)
        host = Request(token=opened.host_token)
        room.tokens = [
            room.matches.sit_down(opened.match, seat, "", Person(), host).seat_token for seat in (0, 1)
        ]
        room.matches.handle(opened.match, StartMatch(), host)
        room.id = opened.match

    def raw(self, name):
        return books.file_of(self.books[name])


@pytest.fixture(scope="module", params=books.GAME_NAMES)
def family(request):
    return Family(request.param)


def said(raw, parents=nowhere):
    verdict = audit(raw, parents=parents)
    check = verdict.checks[-1]
    assert check.check == "parent"
    assert verdict.ok == (check.verdict != "failed"), verdict
    return check.verdict, check.entry, check.detail


def forged_fork(family, change):
    told = books.plain(family.books["fork"])
    change(told[0]["events"][0], told[0]["command"])
    return export_book(books.reseal(told))


OTHERWISE = {  # what the first player has, so little that later answers do not show it
    "schiefer": {"supply": 1, "reserve": -1},
    "ruhrschifffahrt": {"debts": -1, "supply": 1},
    "schichtwechsel": {"coke": 1, "stock": -1},
}


def richer(opened, _):
    """Another table that the game could have come to."""
    player = opened["table"]["players"][0]
    for name, more in OTHERWISE[opened["game"]].items():
        player[name] += more


def test_what_is_no_fork_has_no_parent(family):
    assert said(family.raw("parent")) == ("passed", None, "it goes on from no other match")


def test_without_its_parent_it_is_said_what_is_not_proven(family):
    verdict, _, detail = said(family.raw("fork"))

    assert verdict == "skipped"
    assert "is not at hand" in detail
    assert "all that was looked at" in detail


def test_with_its_parent_it_is_proven(family):
    verdict, entry, detail = said(family.raw("fork"), lookup_in_files([family.raw("parent")]))

    assert (verdict, entry) == ("passed", None)
    assert family.books["parent"][0].hash  # of the very match that is named
    assert detail.startswith("as '")


def test_a_first_table_that_was_changed_passes_alone_and_is_found_beside_its_parent(family):
    raw = forged_fork(family, richer)

    assert said(raw)[0] == "skipped"
    verdict, entry, detail = said(raw, lookup_in_files([family.raw("parent")]))
    assert (verdict, entry) == ("failed", 1)
    assert "does not begin as" in detail


@pytest.mark.parametrize("number", [2**53 - 1, 12_000_000, 101])
def test_a_first_table_with_more_markers_than_there_are_is_refused_before_anything_is_counted(number):
    """Seven bytes that once kept a process busy until its memory ended."""
    family = Family("schiefer")

    def crowded(opened, _):
        opened["table"]["fields"][0][0] = number

    verdict = audit(forged_fork(family, crowded))

    assert (verdict.failure.check, verdict.failure.entry) == ("fold", 1)
    assert "bounds at /fields/0/0" in verdict.failure.detail


@pytest.mark.parametrize("version", [-1, -(10**30), 10**30])
def test_a_version_that_no_book_has_is_refused_before_its_parent_is_looked_for(family, version):
    def elsewhere(opened, command):
        opened["parent"]["version"] = command["parent"]["version"] = version

    verdict = audit(forged_fork(family, elsewhere), parents=lookup_in_files([family.raw("parent")]))

    assert (verdict.failure.check, verdict.failure.entry) == ("fold", 1)
    assert "parent.version" in verdict.failure.detail


@pytest.mark.parametrize(
    ("told", "what"),
    [
        ({"hash": "0" * 64}, "has another hash"),
        ({"version": 3}, "has another hash"),
        ({"version": 0}, "no entry of any match"),
        ({"match": "../../etc"}, "no entry of any match"),
    ],
)
def test_another_place_than_it_came_from_is_found(family, told, what):
    def elsewhere(opened, command):
        opened["parent"] |= told
        command["parent"] |= told

    verdict, entry, detail = said(forged_fork(family, elsewhere), lookup_in_files([family.raw("parent")]))

    assert (verdict, entry) == ("failed", 1)
    assert what in detail


def test_a_place_the_book_at_hand_does_not_reach_is_not_proven(family):
    short = export_book(family.books["parent"][:6])

    assert said(family.raw("fork"), lookup_in_files([short]))[0] == "skipped"
    assert said(family.raw("fork"), lookup_in_files([short, family.raw("parent")]))[0] == "passed"


def test_a_place_at_which_nothing_was_played_is_none(family):
    first = family.books["parent"][0]

    def before_the_start(opened, command):
        for one in (opened, command):
            one["parent"] |= {"version": 1, "hash": first.hash}

    raw = forged_fork(family, before_the_start)
    assert "was open after entry 1" in said(raw, lookup_in_files([family.raw("parent")]))[2]


def test_a_damaged_file_proves_nothing(family):
    assert said(family.raw("fork"), lookup_in_files([family.raw("parent")[:-9]]))[0] == "skipped"


def test_of_a_fork_of_a_fork_all_that_is_at_hand_is_looked_at(family):
    raw = family.raw("grandchild")

    alone = said(raw, lookup_in_files([family.raw("fork")]))
    both = said(raw, lookup_in_files([family.raw("parent"), family.raw("fork")]))
    wrong = said(raw, lookup_in_files([forged_fork(family, richer), family.raw("fork")]))

    assert [alone[0], both[0], wrong[0]] == ["passed"] * 3
    assert "of that one: the book of" in alone[2]
    assert "is not at hand" in alone[2]
    assert "is not at hand" not in both[2]


def test_a_forged_parent_of_a_parent_is_told(family):
    """The fork between goes with both; the table it begins with is not that of the book it names."""
    told = books.plain(family.books["fork"])
    richer(told[0]["events"][0], None)
    fork = books.reseal(told)
    child = books.plain(family.books["grandchild"])
    for part in (child[0]["events"][0], child[0]["command"]):
        part["parent"]["hash"] = fork[part["parent"]["version"] - 1].hash
    files = [export_book(fork), family.raw("parent")]

    found = said(export_book(books.reseal(child)), lookup_in_files(files))

    assert found[0] == "failed"


def test_in_the_same_server_the_parent_is_at_hand(family):
    assert said(family.raw("fork"), lookup_in_store(StoreBooks(family.room.store)))[0] == "passed"
    assert said(forged_fork(family, richer), lookup_in_store(StoreBooks(family.room.store)))[0] == "failed"
    assert said(family.raw("fork"), lookup_in_store(StoreBooks(MemoryStore())))[0] == "skipped"


def test_a_forged_fork_is_not_brought_in_beside_its_parent(family):
    store = MemoryStore()
    bring_in(store, family.raw("parent"), NOW)
    with pytest.raises(BadBook) as refusal:
        bring_in(store, forged_fork(family, richer), NOW)
    assert (refusal.value.facts["check"], refusal.value.facts["entry"]) == ("parent", 1)

    assert bring_in(store, family.raw("fork"), NOW).new


def test_nobody_finds_out_about_a_private_match_by_asking():
    family = Family(visibility="private")

    def guessed(opened, command):
        for one in (opened, command):
            one["parent"]["hash"] = "0" * 64

    assert said(forged_fork(family, guessed), lookup_in_store(StoreBooks(family.room.store)))[0] == "skipped"
    assert said(family.raw("fork"), lookup_in_store(StoreBooks(family.room.store)))[0] == "passed"


def test_over_http_audit_and_verify_say_the_same(client):
    table = api.running(client)
    table.play(12)
    opened = client.post(f"/v1/matches/{table.match}/forks", json={"version": 10}).json
    fork = api.TableOverHttp(client, opened["match"], opened["host_token"])
    fork.sit()
    fork.sit()
    fork.start().play(5)

    audited = fork.get("/audit").json
    sent = {"data": fork.get("/export").data, "content_type": "application/x-ndjson"}

    assert client.post("/v1/verify", **sent).json == audited
    assert audited["checks"][-1] == {
        "check": "parent",
        "verdict": "passed",
        "detail": f"as '{table.match}' stood after entry 10",
    }


class TestManyGenerations:
    """Each forks the one before; nobody has played in between, so all of them stand as the first did."""

    def line(self, generations):
        room = Room()
        room.plays(times=4)
        files = [room.id]
        for number in range(generations):
            newest = room.matches.repository.get(files[-1]).version
            opened = open_fork(room.matches, files[-1], newest, Forking(), Request(cause=f"fork {number}"))
            host = Request(token=opened.host_token)
            for seat in (0, 1):
                room.matches.sit_down(opened.match, seat, "", Person(), host)
            room.matches.handle(opened.match, StartMatch(), host)
            files.append(opened.match)
        return room.store, files

    def test_five_hundred_end_in_a_verdict_that_names_the_bound(self):
        store, line = self.line(500)

        found = said(books.file_of(store.entries(line[-1])), lookup_in_store(StoreBooks(store)))

        assert found[0] == "passed"
        assert found[2].count("of that one: as ") == MOST_ANCESTORS
        assert f"nothing before that one was looked at: {MOST_ANCESTORS} matches" in found[2]

    def test_a_few_are_looked_at_to_the_first(self):
        store, line = self.line(5)

        detail = said(books.file_of(store.entries(line[-1])), lookup_in_store(StoreBooks(store)))[2]

        assert detail.count("of that one: as ") == 4
        assert "looked at" not in detail

    def test_many_entries_are_as_much_as_many_matches(self, monkeypatch):
        monkeypatch.setattr("service.verification.other_books.MOST_ENTRIES_ABOVE", 10)
        store, line = self.line(9)

        detail = said(books.file_of(store.entries(line[-1])), lookup_in_store(StoreBooks(store)))[2]

        assert 0 < detail.count("of that one: as ") < 8
        assert "and 10 entries are the most" in detail
