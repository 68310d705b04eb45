"""Going on from a version of another match."""

import pytest

from games.match.commands import SeatedBot, StartMatch
from games.match.state import Bot, Clock, Parent
from service.matches.folding import fold_entries
from service.matches.handler import Request
from service.matches.opening import Forking, open_fork
from service.matches.records.people import Person
from service.matches.repository import MatchRepository
from service.problems import Invalid, NotNow, NotPermitted, TokenMissing, UnknownEntry, UnknownMatch
from service.queries.listing import page_of_forks
from service.tokens import AdminToken
from service.verification.audit import audit
from service.verification.importing import bring_in
from support.api import books
from support.api.room import Room

BOTS = (SeatedBot(1, Bot("random")),)


def fork(room, version=None, token=None, **wanted):
    version = version or room.live.version
    request = Request(token=token, cause=f"a fork of {version}")  # the same id, so the same luck each time
    return open_fork(room.matches, room.id, version, Forking(**wanted), request)


@pytest.mark.rule("GB-14")
def test_a_fork_stands_as_its_parent_stood():
    room = Room()
    room.plays(times=20)
    version = room.live.version - 7
    then = fold_entries(room.store.entries(room.id, limit=version))

    opened = fork(room, version)
    child = room.matches.repository.get(opened.match).match

    assert child.table == then.table
    assert child.status == "open"
    assert child.parent == Parent(room.id, version, room.store.entries(room.id)[version - 1].hash)
    assert MatchRepository(room.store).get(opened.match).match == child


@pytest.mark.rule("GB-14")
def test_the_parent_is_untouched():
    room = Room()
    room.plays(times=5)
    before = room.store.entries(room.id)

    fork(room)

    assert room.store.entries(room.id) == before


@pytest.mark.rule("GB-14")
def test_a_fork_is_played_to_its_end_by_people_and_bots():
    room = Room()
    room.plays(times=20)
    question = room.match.table.agenda[0]
    opened = fork(room, bots=BOTS)
    seated = room.matches.sit_down(opened.match, 0, "", Person(), Request())
    room.matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
    room.id, room.tokens = opened.match, [seated.seat_token]

    assert room.match.table.agenda[0] == question
    while room.match.status == "running":
        room.plays()

    assert room.match.status == "finished"
    assert room.match == room.read_again()


@pytest.mark.rule("GB-14")
def test_a_fork_has_luck_of_its_own():
    seeds = iter((bytes(32), bytes([1]) * 32))
    room = Room(seeds=lambda: next(seeds))
    room.plays(times=20)

    child = room.matches.repository.get(fork(room).match)

    assert child.match.draws == 0  # draws are named by the match and counted anew
    assert child.seed == bytes([1]) * 32
    assert child.match.commitment != room.match.commitment


@pytest.mark.rule("GB-14")
@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_a_fork_of_a_running_match_never_shows_its_luck(game):
    """The same commands in both, to the end of the fork: the draws of the one are not those of the other."""
    seeds = iter((bytes([7]) * 32, bytes([8]) * 32))
    room = Room(game=game, seeds=lambda: next(seeds))
    room.plays(times=6)
    opened = fork(room)
    tokens = [
        room.matches.sit_down(opened.match, seat, "", Person(), Request()).seat_token for seat in (0, 1)
    ]
    room.matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
    parent, own = room.id, (room.id, room.tokens)

    room.id, room.tokens = opened.match, tokens
    books.to_the_end(room)
    there = room.store.entries(opened.match)
    room.id, room.tokens = own
    books.to_the_end(room)
    here = room.store.entries(parent)[6:]

    assert drawn(there)[:8] != drawn(here)[:8]
    assert len(drawn(there)) >= 8
    seed = bytes([7]) * 32
    assert not any(seed.hex().encode() in bytes(entry.events) for entry in there)
    assert audit(books.file_of(room.store.entries(parent))).ok


def drawn(entries):
    told = [event for entry in books.plain(entries) for event in entry["events"]]
    return [value for event in told if event["type"] == "luck_drawn" for _, value in event["draws"]]


@pytest.mark.rule("GB-14")
def test_a_version_that_is_struck_out_by_now_can_be_gone_on_from():
    room = Room(people=1, bots=1)
    started = room.live.version
    room.plays(times=6)
    then = fold_entries(room.store.entries(room.id, limit=started + 4))
    room.undo(0, started)

    child = room.matches.repository.get(fork(room, started + 4).match).match

    assert child.table == then.table
    assert child.struck == ()


@pytest.mark.rule("GB-14")
def test_neither_a_vote_nor_a_clock_goes_along():
    room = Room(clock=Clock(kind="per_answer", seconds=60))
    before = room.live.version
    room.plays(times=12)
    room.undo(0, before)
    assert room.match.vote

    child = room.matches.repository.get(fork(room).match).match

    assert (child.vote, child.ticking, child.deadline) == (None, None, child.gathers_until)
    assert child.clock == room.match.clock


@pytest.mark.rule("GB-14")
def test_a_finished_match_is_gone_on_from_at_an_earlier_version():
    room = Room()
    books.to_the_end(room)

    child = room.matches.repository.get(fork(room, 30).match).match

    assert (child.status, child.seed) == ("open", None)


@pytest.mark.rule("GB-14")
def test_a_fork_after_an_undo_is_taken_from_what_still_counts():
    room = Room(people=1, bots=1)
    started = room.live.version
    table = room.match.table
    room.plays(times=6)
    room.undo(0, started)

    opened = fork(room)

    assert room.matches.repository.get(opened.match).match.table == table


def test_a_fork_of_a_private_match_is_for_those_who_may_see_it_and_private_too():
    room = Room(visibility="private")

    with pytest.raises(TokenMissing):
        fork(room)
    opened = fork(room, token=room.tokens[0])

    assert room.matches.repository.get(opened.match).match.visibility == "private"
    assert opened.watch_token


@pytest.mark.rule("GB-14")
@pytest.mark.parametrize(
    ("parent", "wanted"), [("private", "public"), ("private", "unlisted"), ("unlisted", "public")]
)
def test_a_fork_is_more_open_than_its_parent_only_if_the_host_or_the_admin_says_so(parent, wanted):
    """Else one of the players, or anyone with the link, would show to all what was meant for a few."""
    room = Room(visibility=parent)
    for token in (*room.tokens, room.watch):
        with pytest.raises(NotPermitted):
            fork(room, token=token, visibility=wanted)

    for token in (room.host, AdminToken("0" * 32)):
        opened = open_fork(
            room.matches, room.id, room.live.version, Forking(visibility=wanted), Request(token=token)
        )
        assert room.matches.repository.get(opened.match).match.visibility == wanted


@pytest.mark.rule("GB-14")
def test_the_host_of_a_fork_shows_no_more_than_is_shown_of_what_it_goes_on_from():
    """Anyone who may read a match can fork it as closely as it is, and is the host of that fork."""
    room = Room(visibility="private")
    bots = tuple(SeatedBot(seat, Bot("random")) for seat in range(2))
    child = fork(room, token=room.watch, bots=bots)
    host = Request(token=child.host_token)
    version = room.matches.handle(child.match, StartMatch(), host).entry.version

    for wanted in ("public", "unlisted"):
        with pytest.raises(NotPermitted):
            open_fork(room.matches, child.match, version, Forking(visibility=wanted), host)
    assert open_fork(room.matches, child.match, version, Forking(), host)


@pytest.mark.rule("GB-14")
def test_a_closer_fork_may_become_as_open_as_its_parent_again():
    room = Room()
    bots = tuple(SeatedBot(seat, Bot("random")) for seat in range(2))
    child = fork(room, visibility="private", bots=bots)
    host = Request(token=child.host_token)
    version = room.matches.handle(child.match, StartMatch(), host).entry.version

    opened = open_fork(room.matches, child.match, version, Forking(visibility="public"), host)

    assert room.matches.repository.get(opened.match).match.visibility == "public"


@pytest.mark.rule("GB-14")
@pytest.mark.parametrize(("parent", "wanted"), [("public", "private"), ("unlisted", "private")])
def test_anyone_may_keep_a_fork_to_themselves(parent, wanted):
    room = Room(visibility=parent)

    opened = fork(room, visibility=wanted)

    assert room.matches.repository.get(opened.match).match.visibility == wanted


def test_only_positions_of_a_running_game_can_be_gone_on_from():
    room = Room()

    with pytest.raises(NotNow):
        fork(room, version=1)
    with pytest.raises(UnknownEntry):
        fork(room, version=room.live.version + 1)
    with pytest.raises(Invalid):
        fork(room, bots=(SeatedBot(9, Bot("random")),))
    with pytest.raises(UnknownMatch):
        open_fork(room.matches, "nobody", 1, Forking(), Request())
    while room.match.status == "running":
        room.plays()
    with pytest.raises(NotNow):
        fork(room)


def list_forks(room, match=None, **page):
    return page_of_forks(
        room.matches, room.matches.repository.fresh(match or room.id), **{"limit": 50} | page
    )


def test_public_forks_are_listed_with_the_version_they_go_on_from():
    room = Room()
    versions = {}
    for _ in range(2):
        room.plays(times=5)
        versions[fork(room).match] = room.live.version
    fork(room, room.live.version - 1, visibility="unlisted")
    fork(room, room.live.version - 2, visibility="private")

    found = list_forks(room)
    pages = [first := list_forks(room, limit=1), list_forks(room, limit=1, cursor=first.next)]

    assert {each.match: each.parent.version for each in found.matches} == versions
    assert found.next is None
    assert [each for page in pages for each in page.matches] == found.matches


def test_a_book_from_elsewhere_slips_no_forks_under_a_match_whose_id_it_bears():
    elsewhere, room = Room(), Room()
    elsewhere.plays(times=20)
    entries = elsewhere.store.entries(elsewhere.id)

    brought = bring_in(room.store, books.file_of(entries), room.now).place
    child = open_fork(room.matches, brought, len(entries), Forking(visibility="public"), Request()).match

    assert [each.match for each in list_forks(room, brought).matches] == [child]
    assert list_forks(room).matches == []
