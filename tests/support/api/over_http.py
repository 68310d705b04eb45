"""A match at a real API: opened, and its book checked hash by hash."""

import hashlib
import json

from support.api.api import bearer


def open_over_http(instance, seats, bots=(), game="schiefer", **said):
    answer = instance.client.post(
        "/v1/matches", json={"game": game, "seats": seats, "bots": list(bots)} | said
    )
    assert answer.status_code == 201, answer.text
    match = answer.json()
    path = answer.headers["Location"]
    tokens = {}
    for _ in range(seats - len(bots)):
        seated = instance.client.post(f"{path}/seats").json()
        tokens[seated["seat"]] = seated["seat_token"]
    assert instance.client.post(f"{path}/start", headers=bearer(match["host_token"])).status_code == 201
    return path, tokens


def verify_book(instance, path):
    """The head of the book, after computing every hash again."""
    prev = "0" * 64
    with instance.client.stream(
        "GET", f"{path}/entries", headers={"Accept": "application/x-ndjson"}
    ) as lines:
        for line in lines.iter_lines():
            entry = json.loads(line)
            named, hashed = entry.pop("prev"), entry.pop("hash")
            body = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            assert (named, hashed) == (prev, hashlib.sha256((prev + body).encode()).hexdigest())
            prev = hashed
    return prev
