"""`verify`, `POST /v1/verify`, the import and the audit say the same of a file, and name the same entry."""

import json
from random import Random

import pytest
from click.testing import CliRunner

from events.export import MEDIA_TYPE, export_book
from events.memory_store import MemoryStore
from events.store import Append
from service.cli.verify import command
from support.api import api, books
from support.api.room import Room


def whole_books():
    for game in books.GAME_NAMES:
        for kind in (books.play_book, books.lively, books.play_timed_book, books.begin_book):
            yield kind(game)
    yield books.play_timed_book("schiefer", "match_ends")
    yield books.play_timed_book("schichtwechsel", "bot_takes_over")
    yield books.in_one_breath()
    yield books.with_words("Glück auf", '"\\')


def forged(random):
    """A book in which somebody has changed one thing and reckoned every hash anew."""
    told = books.plain(random.choice(list(whole_books())))
    entry = random.choice(told[1:])
    what = random.choice(["actor", "at", "rules", "cause", "event", "command", "dropped", "moved"])
    if what == "dropped":
        told.remove(entry)
    elif what == "moved":
        told.insert(random.randrange(1, len(told)), told.pop(told.index(entry)))
    elif what == "event":
        entry["events"].remove(random.choice(entry["events"]))
    elif what == "command":
        entry["command"] = random.choice(told)["command"]
    else:
        said = {"actor": "seat:9", "at": entry["at"] - 1, "rules": "x/1", "cause": ""}
        entry[what] = said[what]
    return export_book(books.reseal(told))


def damaged(random):
    """A file in which a byte, a line or its end is another."""
    raw = bytearray(books.file_of(random.choice(list(whole_books()))))
    how = random.choice(["flip", "cut", "line", "twice"])
    place = random.randrange(len(raw))
    if how == "flip":
        raw[place] ^= 1 << random.randrange(8)
    elif how == "cut":
        del raw[place:]
    else:
        lines = bytes(raw).splitlines(keepends=True)
        number = random.randrange(len(lines))
        lines[number : number + 1] = [] if how == "line" else [lines[number]] * 2
        raw = b"".join(lines)
    return bytes(raw)


def by_verify(client, raw):
    return client.post("/v1/verify", data=raw, content_type=MEDIA_TYPE).json


def by_import(client, raw):
    """(check, entry) of the first failure; None if it was brought in."""
    answer = client.post("/v1/matches/import", data=raw, content_type=MEDIA_TYPE)
    return None if answer.status_code == 201 else (answer.json["check"], answer.json.get("entry"))


def by_command(tmp_path, raw):
    """What the first line says."""
    (tmp_path / "match.ndjson").write_bytes(raw)
    said = CliRunner().invoke(command, [str(tmp_path / "match.ndjson")])
    assert said.exit_code in {0, 1}, said.output
    return said.output.splitlines()[0].partition("match.ndjson: ")[2]


def first_failure(verdict):
    failed = [check for check in verdict["checks"] if check["verdict"] == "failed"]
    first = min(failed, key=lambda check: check.get("entry", 0), default=None)
    return first and (first["check"], first.get("entry"))


def place(entry):
    return "the header" if entry is None else f"entry {entry}"


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("make", [forged, damaged])
def test_whatever_was_done_to_a_file(make, seed, tmp_path):
    client, raw = api.client(), make(Random(seed))

    verdict = by_verify(client, raw)
    failure = first_failure(verdict)

    assert verdict["ok"] == (failure is None)
    assert by_import(client, raw) == failure
    told = f"FAILED at {place(failure[1])}" if failure else "ok"
    assert by_command(tmp_path, raw) == f"{told}, {verdict['entries']} entries"


@pytest.mark.parametrize("seed", range(12))
def test_a_forgery_in_the_store_itself_is_told_by_the_audit_as_by_the_file(seed):
    """Whoever holds the server can write what the API would not."""
    raw, store = forged(Random(seed)), MemoryStore()
    header, *lines = raw.splitlines()
    match = json.loads(header)["match"]
    entries = books.reseal([json.loads(line) for line in lines])
    for entry in entries:
        store.append(Append(match=match, entry=entry))
    client = api.client(store)

    assert client.get(f"/v1/matches/{match}/audit").json == by_verify(client, raw)


def written(store, told):
    """As somebody would who holds the server; the head, and who may read it, are as they were."""
    entries = books.reseal(told)
    match = json.loads(bytes(entries[0].events))[0]["match"]
    for entry in entries:
        store.append(Append(match=match, entry=entry))
    return f"/v1/matches/{match}"


@pytest.mark.parametrize("field", ["type", "agenda"])
def test_a_book_that_cannot_even_be_folded_is_audited(field):
    told, store = books.plain(books.begin_book()), MemoryStore()
    told[6]["events"][-1][field] = "nobody knows this"
    path = written(store, told)

    verdict = api.client(store).get(f"{path}/audit")

    assert verdict.status_code == 200
    assert first_failure(verdict.json) == ("fold", 7)


def test_a_private_one_is_not_audited_for_everybody():
    room = Room(visibility="private")
    table = api.TableOverHttp(api.client(room.store), room.id, room.host)

    assert table.get("/audit").json["code"] == "token_missing"
    assert table.get("/audit", token="stranger").json["code"] == "token_unknown"
    assert table.get("/audit", token=room.tokens[0]).json["ok"]
    assert table.get("/audit", token=room.host).json["ok"]


@pytest.mark.parametrize("entries", list(whole_books()))
def test_what_nobody_has_touched_passes_everywhere(entries, tmp_path):
    client, raw = api.client(), books.file_of(entries)

    verdict = by_verify(client, raw)

    assert verdict["ok"]
    assert by_import(client, raw) is None
    place = client.post("/v1/matches/import", data=raw, content_type=MEDIA_TYPE).headers["Location"]
    assert client.get(f"{place}/audit").json == verdict
    assert by_command(tmp_path, raw) == f"ok, {len(entries)} entries"
