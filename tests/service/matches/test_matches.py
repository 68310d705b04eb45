"""The use cases: what people and bots want of a match, and what the book then says."""

import msgspec
import pytest

from events.codec import encode
from events.entry import make_cause
from games.kernel import Command
from games.match.commands import LeaveSeat, Resign, SeatBot, SeatedBot, StartMatch
from games.match.seating import ResignOwnSeat
from games.match.state import Bot
from service import problems
from service.matches.folding import fold_entries
from service.matches.handler import Matches, Request
from service.matches.index import question_of
from service.matches.opening import Opening, open_new
from service.matches.records.people import Person
from support.api.api import SECRET, Clock

GREEDY = Bot("greedy")


@pytest.fixture
def matches(store):
    return Matches(store, SECRET, Clock(), lambda: bytes(32))


@pytest.fixture
def other(store):
    """A second process over the same book."""
    return Matches(store, SECRET, Clock(), lambda: bytes(32))


def open_match(matches, seats=2, **said):
    return open_new(matches, Opening(game="schiefer", seats=seats, **said), Request())


def sit(matches, match, seat=None, **request):
    return matches.sit_down(match, seat, "", Person(), Request(**request))


def begin(matches, seats=2, **said):
    """A running match, and the token of each seat."""
    opened = open_match(matches, seats, **said)
    tokens = [sit(matches, opened.match).seat_token for _ in range(seats)]
    matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
    return opened.match, tokens


def offered(matches, match):
    live = matches.repository.fresh(match)
    question = question_of(live.match)
    return question.seat, live.match.rules.rules.legal(live.match.table, question)


def barred_now(matches, match):
    live = matches.repository.fresh(match).match
    return live.rules.rules.barred(live.table, question_of(live))


def events(written):
    return [event["type"] for event in msgspec.json.decode(written.entry.events)]


def test_a_match_is_opened_with_the_commitment_to_a_seed_nobody_sees(matches, store):
    opened = open_match(matches)

    assert events(opened.written) == ["match_opened", "match_asked"]
    assert opened.commitment == matches.repository.get(opened.match).match.commitment
    assert store.document(opened.match, "seed") == {"seed": bytes(32)}
    assert bytes(32).hex().encode() not in opened.written.entry.body()


def test_tokens_are_kept_only_as_hashes(matches, store):
    opened = open_match(matches)
    seated = sit(matches, opened.match)

    kept = store.document(opened.match, "tokens")
    assert sorted(kept.values()) == [b"host", b"seat:0", b"watch"]
    assert not {opened.host_token, seated.seat_token} & kept.keys()


def test_who_sits_down_gets_the_first_free_seat(matches):
    match = open_match(matches).match

    assert [sit(matches, match).seat for _ in range(2)] == [0, 1]
    with pytest.raises(problems.NotNow, match="seats_taken"):
        sit(matches, match)


def test_a_seat_that_is_left_can_be_taken_again_but_its_old_token_is_dead(matches):
    match = open_match(matches).match
    first = sit(matches, match, 1)
    matches.handle(match, LeaveSeat(1), Request(token=first.seat_token))
    second = sit(matches, match, 1)

    assert second.seat_token != first.seat_token
    with pytest.raises(problems.TokenUnknown):
        matches.handle(match, LeaveSeat(1), Request(token=first.seat_token))


def test_names_are_kept_beside_the_book_and_go_with_the_person(matches, store):
    match = open_match(matches).match
    seated = matches.sit_down(match, 0, "", Person(name="Ada"), Request())

    assert store.document(match, "people") == {"0": encode(Person(name="Ada"))}
    assert b"Ada" not in seated.written.entry.body()
    matches.handle(match, LeaveSeat(0), Request(token=seated.seat_token))
    assert store.document(match, "people") == {}


def test_a_private_match_is_entered_by_invitation(matches):
    opened = open_match(matches, visibility="private")

    with pytest.raises(problems.TokenMissing):
        sit(matches, opened.match)
    assert sit(matches, opened.match, token=opened.watch_token).seat == 0


@pytest.mark.parametrize("seat", [2, 7])
def test_a_seat_the_match_does_not_have_is_unknown_to_every_use_case(matches, seat):
    opened = open_match(matches)
    host = Request(token=opened.host_token)

    for use in (
        lambda: sit(matches, opened.match, seat),
        lambda: matches.handle(opened.match, LeaveSeat(seat), host),
        lambda: matches.handle(opened.match, SeatBot(seat, GREEDY), host),
        lambda: matches.handle(opened.match, Resign(seat), host),
    ):
        with pytest.raises(problems.UnknownSeat):
            use()


def test_bots_may_sit_there_from_the_start(matches):
    opened = open_match(matches, bots=(SeatedBot(1, GREEDY),))

    assert [seat.bot for seat in matches.repository.get(opened.match).match.seats] == [None, GREEDY]
    assert sit(matches, opened.match).seat == 0


@pytest.mark.parametrize(
    ("said", "pointer"),
    [
        ({"seats": 5}, "/seats"),
        ({"edition": "second"}, "/edition"),
        ({"options": {"stall_rounds": -1}}, "/options/stall_rounds"),
        ({"options": {"no_such_option": 1}}, "/options/no_such_option"),
        ({"bots": (SeatedBot(2, GREEDY),)}, "/bots"),
        ({"bots": (SeatedBot(1, GREEDY), SeatedBot(1, GREEDY))}, "/bots"),
    ],
)
def test_nothing_the_game_does_not_know_gets_into_a_book(matches, said, pointer):
    with pytest.raises(problems.Invalid) as refusal:
        open_match(matches, **said)
    assert [violation["pointer"] for violation in refusal.value.facts["violations"]] == [pointer]


def test_only_the_host_starts_and_only_when_every_seat_is_taken(matches):
    opened = open_match(matches)
    seated = sit(matches, opened.match)

    with pytest.raises(problems.NotNow) as too_early:
        matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
    assert too_early.value.facts["reason"] == "seats_are_free"
    sit(matches, opened.match)
    with pytest.raises(problems.NotPermitted):
        matches.handle(opened.match, StartMatch(), Request(token=seated.seat_token))
    matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
    with pytest.raises(problems.NotNow):
        matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))


def test_a_command_of_another_seat_is_not_carried_out(matches):
    match, tokens = begin(matches)
    seat, commands = offered(matches, match)

    with pytest.raises(problems.NotYourTurn) as refusal:
        matches.handle(match, commands[0], Request(token=tokens[1 - seat]))
    assert refusal.value.facts["question"]["seat"] == seat


def test_a_refusal_names_the_reason_the_game_shows(matches):
    match, tokens = begin(matches)
    while not (barred := barred_now(matches, match)):
        seat, commands = offered(matches, match)
        matches.handle(match, commands[-1], Request(token=tokens[seat]))
    barred, question = barred[0], question_of(matches.repository.get(match).match)

    with pytest.raises(problems.NotOffered) as refusal:
        matches.handle(match, barred.command, Request(token=tokens[question.seat]))
    assert (refusal.value.facts["reason"], refusal.value.facts["rule"]) == tuple(barred.reason)


def test_folding_the_book_gives_the_live_match(matches, store):
    match, tokens = begin(matches)
    for _ in range(40):
        seat, commands = offered(matches, match)
        matches.handle(match, commands[-1], Request(token=tokens[seat]))

    assert fold_entries(store.entries(match)) == matches.repository.get(match).match


def test_resigning_hands_the_seat_to_a_bot(matches):
    match, tokens = begin(matches)
    written = matches.handle(match, ResignOwnSeat(), Request(token=tokens[1]))

    assert events(written) == ["seat_resigned", "match_asked"]
    assert matches.repository.get(match).match.seats[1].bot == GREEDY


def test_resigning_ends_a_match_that_was_opened_so_and_discloses_its_seed(matches, store):
    match, tokens = begin(matches, resigning="end")
    written = matches.handle(match, ResignOwnSeat(), Request(token=tokens[0]))

    assert "seed_disclosed" in events(written)
    assert matches.repository.get(match).match.status == "abandoned"
    assert store.head(match).closed
    with pytest.raises(problems.GameIsOver):
        matches.handle(match, ResignOwnSeat(), Request(token=tokens[1]))


class TestOnceAndOnlyOnce:
    def request(self, key="first", **more):
        return Request(cause=make_cause("", key), fingerprint="the same", **more)

    def test_opening_again_with_the_same_key_is_the_same_match_with_the_same_tokens(self, matches, other):
        wanted = Opening(game="schiefer", seats=2, visibility="private")
        first, again = open_new(matches, wanted, self.request()), open_new(other, wanted, self.request())

        assert again.written.replayed
        assert (again.match, again.host_token, again.watch_token) == (
            first.match,
            first.host_token,
            first.watch_token,
        )
        assert again.commitment == first.commitment

    def test_sitting_down_again_with_the_same_key_is_the_same_seat(self, matches, other):
        match = open_match(matches).match
        first = matches.sit_down(match, None, "", Person(), self.request())
        again = other.sit_down(match, None, "", Person(), self.request())

        assert (again.seat, again.seat_token) == (first.seat, first.seat_token)
        assert again.written.replayed
        assert matches.repository.fresh(match).version == 2

    def test_a_command_is_answered_alike_even_when_it_is_no_longer_possible(self, matches, other):
        match, tokens = begin(matches)
        seat, commands = offered(matches, match)
        request = self.request(token=tokens[seat], if_match=None)
        first = matches.handle(match, commands[0], request)

        for process in (matches, other):
            again = process.handle(match, commands[0], request)
            assert again.replayed
            assert again.entry == first.entry

    def test_the_same_key_for_something_else_is_refused(self, matches):
        match, tokens = begin(matches)
        seat, commands = offered(matches, match)
        matches.handle(match, commands[0], self.request(token=tokens[seat]))

        with pytest.raises(problems.IdempotencyKeyReused):
            matches.handle(
                match,
                commands[1],
                Request(token=tokens[seat], cause=make_cause("", "first"), fingerprint="another"),
            )

    def test_who_reads_the_book_does_not_learn_the_key(self, matches):
        opened = open_new(matches, Opening(game="schiefer", seats=2), self.request("my very own key"))

        assert b"my very own key" not in opened.written.entry.body()


class TestTwoProcesses:
    """Each has seen what it wrote itself; the other is always behind."""

    def test_they_take_turns_without_noticing(self, matches, other):
        match, tokens = begin(matches)
        for number in range(60):
            process = (matches, other)[number % 2]
            seat, commands = offered(matches, match)
            process.handle(match, commands[number % len(commands)], Request(token=tokens[seat]))

        assert matches.repository.fresh(match).hash == other.repository.fresh(match).hash

    def test_a_refusal_is_judged_by_the_newest_entry(self, matches, other):
        opened = open_match(matches)
        seated = sit(matches, opened.match)
        with pytest.raises(problems.NotNow):
            other.handle(opened.match, StartMatch(), Request(token=opened.host_token))
        sit(matches, opened.match)

        other.handle(opened.match, StartMatch(), Request(token=opened.host_token))
        assert matches.repository.fresh(opened.match).match.status == "running"
        with pytest.raises(problems.NotNow):
            matches.handle(opened.match, LeaveSeat(0), Request(token=seated.seat_token))

    def test_who_names_a_version_is_told_the_newest(self, matches, other):
        match, tokens = begin(matches)
        seat, commands = offered(other, match)
        seen = other.repository.get(match)
        matches.handle(match, commands[0], Request(token=tokens[seat]))

        with pytest.raises(problems.VersionConflict) as refusal:
            other.handle(
                match, commands[0], Request(token=tokens[seat], if_match=(seen.version, seen.hash[:8]))
            )
        assert refusal.value.facts == {"version": seen.version + 1, "seen": seen.version}

    def test_who_names_a_version_that_has_another_hash_today_has_seen_another_position(self, matches):
        """As after a server took over that lacked the newest entries."""
        match, tokens = begin(matches)
        seat, commands = offered(matches, match)
        seen = matches.repository.get(match)

        with pytest.raises(problems.VersionConflict):
            matches.handle(
                match, commands[0], Request(token=tokens[seat], if_match=(seen.version, seen.hash[8:16]))
            )
        pinned = Request(token=tokens[seat], if_match=(seen.version, seen.hash[:8]))
        assert matches.handle(match, commands[0], pinned).entry.version == seen.version + 1

    def test_a_hot_command_costs_one_call_of_the_store(self, matches, store, monkeypatch):
        match, tokens = begin(matches)
        seat, commands = offered(matches, match)
        calls = []
        for name in ("append", "head", "entries", "cause", "document"):
            whole = getattr(store, name)
            monkeypatch.setattr(
                store,
                name,
                lambda *said, name=name, whole=whole, **more: (calls.append(name), whole(*said, **more))[1],
            )
        matches.handle(match, commands[0], Request(token=tokens[seat], cause="c" * 32))

        assert calls == ["append"]


def test_a_command_nobody_knows_of_is_no_option_either(matches):
    class Dance(Command, frozen=True, gc=False):
        pass

    match, tokens = begin(matches)
    seat, _ = offered(matches, match)
    with pytest.raises(problems.NotOffered):
        matches.handle(match, Dance(), Request(token=tokens[seat]))
