"""A match on an edition that nobody else has heard of: its file brings the edition along."""

import fakeredis
import msgspec
import pytest
from click.testing import CliRunner

from events.archive.archive import Archive
from events.archive.archived_store import ArchivedStore
from events.codec import decode, encode
from events.export import export_book
from events.memory_store import MemoryStore
from events.redis_store.store import RedisStore
from events.verify import read_book
from games.catalogue import GAMES
from games.kernel.editions.documents import digest_of
from service.cli import main
from service.editions.stored import StoredEditions, offered_editions, travelling_board
from service.maintenance.archiving import archive_finished
from service.matches.folding import read_opening
from service.matches.handler import Request
from service.matches.opening import Forking, Opening, open_fork, open_rematch, settle_opening
from service.matches.repository import fold_match
from service.problems import BadBook, Invalid
from service.verification.audit import audit
from service.verification.importing import bring_in
from service.verification.other_books import lookup_in_files
from service.verification.verifier_messages import AuditMatch, Limits
from service.verification.verifier_pool import VerifierPool
from support.api import api, books
from support.api.room import Room
from workers.jobs.results import write_sheets_into
from workers.jobs.snapshots import check_match, take_missing

NOW = 1_700_000_000_000


def file_of(room):
    board = travelling_board(room.match.game, room.match.edition)
    return export_book(room.store.entries(room.id), board)


def with_board(raw, board):
    """The same file with another edition in its header, or with none."""
    header, _, rest = raw.partition(b"\n")
    said = msgspec.json.decode(header)
    said.pop("board", None)
    if board is not None:
        said["board"] = board
    return encode(said) + b"\n" + rest


@pytest.mark.parametrize("game", GAMES)
def test_the_first_entry_names_the_edition_and_the_digest_of_its_canonical_form(play_on, game):
    room, imprint = play_on(game, answers=3)
    opened = read_opening(room.store.entries(room.id)[0])
    assert (opened.edition, opened.edition_digest) == (imprint.id, imprint.digest)


def test_a_match_on_the_built_in_edition_names_its_digest_and_its_file_brings_nothing_along():
    room = Room()
    opened = read_opening(room.store.entries(room.id)[0])
    assert opened.edition_digest == GAMES["schiefer"].editions.imprint("reconstructed-1").digest
    assert b'"board"' not in file_of(room).partition(b"\n")[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_file_is_verified_and_read_where_the_edition_is_unknown(play_on, forget, game):
    room, _ = play_on(game)
    raw, table = file_of(room), room.match.table
    forget()
    verdict = audit(raw)
    assert verdict.ok, verdict.failure
    forget()
    store = MemoryStore()
    done = bring_in(store, raw, NOW)
    forget()
    assert encode(fold_match(store, done.place).match.table) == encode(table)


@pytest.mark.parametrize("game", GAMES)
def test_one_datum_of_the_edition_changed_and_the_file_is_refused_at_entry_1(play_on, bring, forget, game):
    room, imprint = play_on(game)
    raw, board = file_of(room), decode(imprint.canonical, dict)
    board["publication" if "publication" in board else "length"] |= (
        {"printed_in": "elsewhere"} if "publication" in board else {"minutes": 121}
    )
    forget()
    verdict = audit(with_board(raw, board))
    assert (verdict.failure.check, verdict.failure.entry) == ("fold", 1)
    assert "not the one that was played" in verdict.failure.detail
    store = MemoryStore()
    with pytest.raises(BadBook) as refusal:
        bring_in(store, with_board(raw, board), NOW)
    assert refusal.value.facts["entry"] == 1
    assert StoredEditions(store).records(game) == {}


def test_without_its_edition_a_file_cannot_be_verified(play_on, forget):
    room, _ = play_on()
    raw = with_board(file_of(room), None)
    forget()
    assert audit(raw).failure.entry == 1


def test_an_edition_with_its_own_digest_that_cannot_be_played_on_is_refused_at_entry_1(play_on, forget):
    room, imprint = play_on()
    board = decode(imprint.canonical, dict)
    board["valleys"]["list"][0]["mines"][0]["id"] = "dwyryd-1"
    entries = books.plain(room.store.entries(room.id))
    digest = GAMES["schiefer"].editions.imprint(imprint.id).digest
    forged = encode(board)
    other = digest_of(forged)
    text = encode(entries).replace(digest.encode(), other.encode())
    text = text.replace(imprint.id.encode(), f"my-copy@{other[:16]}".encode())
    raw = export_book(list(books.reseal(decode(text, list))), msgspec.Raw(forged))
    forget()
    failure = audit(raw).failure
    assert (failure.check, failure.entry) == ("fold", 1)
    assert "cannot be played on" in failure.detail


def test_a_built_in_edition_under_another_digest_is_refused():
    entries = books.plain(books.begin_book())
    entries[0]["events"][0]["edition_digest"] = "0" * 64
    entries[0]["command"]["edition_digest"] = "0" * 64
    failure = audit(export_book(list(books.reseal(entries)))).failure
    assert failure.entry == 1
    assert "another edition" in failure.detail


def test_a_book_of_earlier_days_names_no_digest_and_means_the_built_in_edition():
    entries = books.plain(books.begin_book())
    del entries[0]["events"][0]["edition_digest"], entries[0]["command"]["edition_digest"]
    verdict = audit(export_book(list(books.reseal(entries))))
    assert verdict.ok, verdict.failure


def test_no_match_on_another_edition_goes_without_its_digest(play_on):
    room, imprint = play_on()
    entries = books.plain(room.store.entries(room.id))
    entries[0]["events"][0]["edition_digest"] = None
    entries[0]["command"]["edition_digest"] = None
    raw = export_book(list(books.reseal(entries)), msgspec.Raw(imprint.canonical))
    assert audit(raw).failure.entry == 1


def test_a_fork_stays_on_the_edition_of_its_parent_and_is_verified_beside_it(play_on, forget):
    room, imprint = play_on()
    forked = open_fork(room.matches, room.id, room.live.version, Forking(), Request())
    fork = room.matches.repository.get(forked.match).match
    assert fork.edition == imprint.id
    parent, child = (
        file_of(room),
        export_book(room.store.entries(forked.match), travelling_board(fork.game, fork.edition)),
    )
    forget()
    verdict = audit(child, parents=lookup_in_files([parent]))
    assert verdict.ok, verdict.failure


def test_an_edition_that_came_with_an_import_is_kept_and_not_offered(play_on, forget):
    room, imprint = play_on()
    store = MemoryStore()
    done = bring_in(store, file_of(room), NOW)
    told = StoredEditions(store).records("schiefer")[imprint.id]
    assert (told.came_with, told.offered) == (done.place, False)
    assert offered_editions(store, GAMES["schiefer"]) == ("reconstructed-1",)
    with pytest.raises(Invalid):
        Room(store=store, edition=imprint.id)


def test_a_rematch_stays_on_an_edition_that_is_offered_no_more(play_on):
    room, imprint = play_on(answers=2, resigning="end")
    room.resigns(0)
    instance = StoredEditions(room.store)
    told = instance.records("schiefer")[imprint.id]
    instance.change("schiefer", imprint.id, msgspec.structs.replace(told, offered=False))
    opened = open_rematch(room.matches, room.live, Request(token=room.host))
    assert room.matches.repository.get(opened.match).match.edition == imprint.id


def test_only_an_edition_of_the_server_can_be_chosen_even_if_the_process_knows_another(play_on):
    _, imprint = play_on()
    assert settle_opening(Opening(game="schiefer", seats=2, edition=imprint.id)).edition == imprint.id
    with pytest.raises(Invalid):
        Room(edition=imprint.id)  # in a server of its own


def test_an_edition_can_be_chosen_by_its_name(bring):
    store = MemoryStore()
    imprint = bring(store, "schiefer")
    assert Room(store=store, edition="my-copy").match.edition == imprint.id


def test_a_verifier_keeps_the_edition_of_a_file_and_audits_the_match_afterwards(play_on, forget):
    room, imprint = play_on()
    raw, store = file_of(room), MemoryStore()
    forget()
    verifiers = VerifierPool(Limits(seconds=60, memory=256, patience=120), 1)
    done = verifiers.bring_in(raw, NOW, store, lambda _: None)
    assert StoredEditions(store).board("schiefer", imprint.id) == imprint.canonical
    head = store.head(done.place)
    verdict = verifiers.audit(AuditMatch(done.place, head.version, head.hash), store, lambda _: None)
    assert verdict.ok, verdict.failure
    assert bytes(read_book(raw).header.board) == imprint.canonical
    assert verifiers.verify(raw, MemoryStore(), lambda _: None).ok


def test_whatever_reads_the_book_brings_the_edition_along(play_on, forget):
    """A snapshot, a score sheet, an undo: each in a process that has never met the match."""
    room, _ = play_on(answers=60)
    version, table = room.live.version, encode(room.match.table)
    forget()
    take_missing(room.store, room.id, version)
    forget()
    assert encode(fold_match(room.store, room.id).match.table) == table
    forget()
    check_match(room.store, room.id)
    forget()
    write_sheets_into(room.store, room.id, version)
    forget()
    assert api_over(room).get(f"/v1/matches/{room.id}/story").status_code == 200
    forget()
    assert api_over(room).get(f"/v1/matches/{room.id}/table?version=5").status_code == 200


def api_over(room):
    return api.client(room.store)


def test_an_edition_outlives_the_archive_of_its_matches(play_on, forget, tmp_path):
    store = ArchivedStore(RedisStore(fakeredis.FakeRedis()), Archive(tmp_path))
    room, imprint = play_on(store=store, answers=5, resigning="end")
    table = encode(room.match.table)
    room.resigns(0)
    assert archive_finished(store.store, store.archive, 1 << 50).matches == 1
    forget()
    assert encode(fold_match(store, room.id).match.table) == table
    assert StoredEditions(store).board("schiefer", imprint.id) == imprint.canonical


@pytest.mark.parametrize("command", ["verify", "story"])
def test_a_command_reads_a_file_whose_edition_it_has_never_met(play_on, forget, tmp_path, command):
    room, imprint = play_on()
    file, board = tmp_path / "match.ndjson", decode(imprint.canonical, dict)
    raw = file_of(room)
    file.write_bytes(raw)
    forget()
    told = CliRunner().invoke(main, [command, str(file)])
    assert told.exit_code == 0, told.output
    board["colours"]["list"].reverse()
    file.write_bytes(with_board(raw, board))
    forget()
    refused = CliRunner().invoke(main, [command, str(file)])
    assert refused.exit_code == 1
    assert "not the one that was played" in " ".join(refused.output.split())
