"""Broken requests to every operation: never our fault, and whatever is refused writes nothing."""

import re
from random import Random

import pytest

from service.api.app import list_operations
from support.api import api
from support.api.api import bearer

REQUESTS = 60  # to each operation
NUMBERS = ["0", "1", "2", "-1", "1.5", "1e9", "007", "x", "", "9" * 15, "9" * 40, "٣", "%00", "1;2"]
TEXTS = ["", "a", "schiefer", "ü", "\x00", "../..", "{seat}", "%s", "'; --", "a" * 70_000, "\u202e", "null"]
THINGS = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2**31,
    2**53,
    2**63,
    10**400,
    0.5,
    *TEXTS,
    [],
    {},
    [[]],
    {"": {}},
    [None],
]
RAW = [
    b"",
    b"{",
    b"null",
    b"\xff\xfe",
    b'{"a":1,"a":1}',
    b"[" * 5000,
    b"NaN",
    b"{}",
    b" " * 65_537,
    b'"\\ud800"',
]
TYPES = [
    "application/json",
    "application/json; charset=utf-16",
    "text/plain",
    "",
    "a/b/c",
    "multipart/form-data",
]
HEADERS = {
    "Accept": ["*/*", "application/json", "text/html", "", ";;;q=x", "a" * 5000],
    "Accept-Language": ["de", "x-klingon", "de;q=2", ",,,", "\x7f"],
    "Authorization": ["", "Bearer", "Bearer x", "Basic eA==", "Bearer " + "y" * 3000],
    "Idempotency-Key": ["", "k", "a-long-enough-idempotency-key", "ü", "x" * 500],
    "If-Match": ["*", "", '"1-00000000"', "1", '"x"', 'W/"1-00000000"', '"' + "9" * 30 + '-00000000"'],
    "If-None-Match": ["*", "", '"1-00000000"', ",,", '"'],
    "Content-Type": TYPES,
    "X-Request-Id": ["", "a b", "x" * 100],
    "Origin": ["null", "https://example.org", ""],
}


PAGE = "text/html; charset=utf-8"  # what a browser is told outside the API


class Fuzz:
    """Makes requests that are wrong in one or more ways, the same for the same seed."""

    def __init__(self, operation, table, seed):
        self.operation = operation
        self.table = table
        self.random = Random(f"{operation.name} {seed}")

    def path(self):
        def part(found):
            if found[1] == "match" and self.random.random() < 0.8:
                return self.table.match
            return self.random.choice(["schiefer", *NUMBERS])

        return re.sub(r"<(?:\w+:)?(\w+)>", part, self.operation.path)

    def query(self):
        known = list(self.operation.query().fields) if self.operation.query else []
        names = self.random.choices([*known, "lang", "no_such"], k=self.random.choice([0, 0, 1, 2]))
        return [(name, self.random.choice(NUMBERS + TEXTS[:8])) for name in names]

    def headers(self):
        names = self.random.sample(list(HEADERS), k=self.random.randrange(4))
        tokens = [self.table.host, self.table.seats[0], self.table.seats[1]]
        return bearer(self.random.choice(tokens)) | {
            name: self.random.choice(HEADERS[name]).encode().decode("latin-1") for name in names
        }

    def body(self):
        if self.random.random() < 0.3:
            return {"data": self.random.choice(RAW), "content_type": self.random.choice(TYPES)}
        return {"json": self.mutated(self.plausible())}

    def plausible(self):
        if self.operation.plays:
            return self.random.choice(self.table.offered()["commands"])["command"]
        said = {"game": "schiefer", "seats": 2, "name": "Ada", "mind": "greedy", "seat": 0, "bots": []}
        return {name: said[name] for name in said if self.random.random() < 0.7}

    def mutated(self, said):
        if self.random.random() < 0.2:
            return self.random.choice(THINGS)
        for name in list(said):
            if self.random.random() < 0.5:
                said[name] = self.random.choice(THINGS)
        return said | ({"extra": self.random.choice(THINGS)} if self.random.random() < 0.2 else {})


@pytest.mark.parametrize("operation", list_operations(), ids=lambda operation: operation.name)
def test_whatever_is_sent_it_is_answered_and_what_is_refused_writes_nothing(operation, store, held):
    table = api.running(api.client(store))
    for seed in range(REQUESTS):
        fuzz = Fuzz(operation, table, seed)
        sent = {
            "query_string": fuzz.query(),
            "headers": fuzz.headers(),
            **(fuzz.body() if operation.writes != "nothing" else {}),
        }
        before = held()
        answer = table.client.open(fuzz.path(), method=operation.method, **sent)

        assert answer.status_code < 500, (sent, answer.text)
        if answer.status_code >= 400:
            assert answer.content_type in {"application/problem+json", PAGE}
            assert answer.content_type != PAGE or operation.path[:4] != "/v1/"
            assert held() == before
