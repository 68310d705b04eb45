"""Files exported by version 0.1 of 2026-11-20: they verify, fold and import to the same hashes.

Each game has a match with votes, undo and redo, one with a clock, one on an edition of its own, and a family
of a match, its fork and a fork of that. The files never change: what a later version cannot read breaks a
promise.
"""

import gzip
from pathlib import Path

import msgspec
import pytest

from events.memory_store import MemoryStore
from events.verify import read_book
from games.catalogue import GAMES
from service.matches.repository import fold_match
from service.verification.audit import audit
from service.verification.importing import bring_in
from service.verification.other_books import lookup_in_files

EXPORTS = sorted(Path(__file__).with_name("earlier_exports").glob("*.ndjson.gz"))
NOW = 1_800_000_000_000


def unpack(path):
    return gzip.decompress(path.read_bytes())


@pytest.fixture(autouse=True)
def forget_editions():
    yield
    for game in GAMES.values():
        for edition in set(game.editions) - {game.editions.default}:
            del game.editions[edition]


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.name)
def test_an_export_of_an_earlier_version_verifies_and_imports_to_the_same_hashes(path):
    raw = unpack(path)
    family = [unpack(other) for other in EXPORTS if other.name.split("-")[0] == path.name.split("-")[0]]

    verdict = audit(raw, parents=lookup_in_files(family))
    assert verdict.ok, verdict.failure

    store = MemoryStore()
    match = bring_in(store, raw, NOW).place
    entries, header = store.entries(match), msgspec.json.decode(raw.partition(b"\n")[0])
    assert (len(entries), entries[-1].hash) == (header["entries"], header["head"])
    assert tuple(entries) == tuple(read_book(raw).entries)
    assert fold_match(store, match).version == len(entries)
