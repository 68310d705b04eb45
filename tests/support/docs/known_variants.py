"""The forgeries of docs/known_answers/tampered.ndjson, made of the book beside them as its page tells."""

from __future__ import annotations

import hashlib
import json

from service.config import HOME

FOLDER = HOME / "docs" / "known_answers"
BOOK = FOLDER / "book.ndjson"


def read_variants():
    return [json.loads(line) for line in (FOLDER / "tampered.ndjson").read_text("utf-8").splitlines()]


def tamper(book, variant):
    """The lines that are left, changed, and the hashes of a forger if he makes them anew."""
    lines = book.decode().splitlines()
    for number, old, new in variant["changes"]:
        if lines[number].count(old) != 1:
            raise ValueError(f"line {number} does not hold {old} once")
        lines[number] = lines[number].replace(old, new)
    if variant["lines"] is not None:
        lines = [lines[number] for number in variant["lines"]]
    return "".join(f"{line}\n" for line in (reseal(lines) if variant["resealed"] else lines)).encode()


def reseal(lines):
    header, *entries = [json.loads(line) for line in lines]
    prev = "0" * 64
    for entry in entries:
        del entry["hash"], entry["prev"]
        hashed = hashlib.sha256((prev + canonical(entry)).encode()).hexdigest()
        entry |= {"prev": prev, "hash": hashed}
        prev = hashed
    header |= {"entries": len(entries), "head": prev}
    return [canonical(thing) for thing in (header, *entries)]


def canonical(thing):
    return json.dumps(thing, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
