"""What cannot be understood, or could be misunderstood, is refused, says where, and writes nothing."""

import gzip

import pytest

from service.api.body import MOST_VIOLATIONS
from service.api.middleware import LONGEST_LIST
from support.api.api import bearer

BODIES = {
    "no JSON": b"{",
    "nothing": b"",
    "not a number": b'{"type": "reroll", "die": NaN}',
    "infinity": b'{"type": "reroll", "die": -Infinity}',
    "a huge number": b'{"type": "reroll", "die": 123456789012345678901234567890}',
    "a number of ten thousand digits": b'{"type": "reroll", "die": ' + b"9" * 10_000 + b"}",
    "a number beyond every float": b'{"type": "reroll", "die": 1e999}',
    "a key twice": b'{"type": "reroll", "die": 1, "die": 2}',
    "invalid UTF-8": b'{"type": "\xff"}',
    "UTF-16": '{"type": "end_turn"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"type": "end_turn"}',
    "half a surrogate": rb'{"type": "reroll", "die": 1, "x": "\ud800"}',
    "a null byte": b'{"type": "end_turn\x00"}',
    "an escaped null": rb'{"type": "end_turn\u0000"}',
    "deep nesting": b"[" * 30_000 + b"]" * 30_000,
    "an array": b"[]",
    "a string": b'"end_turn"',
    "an unknown type": b'{"type": "castle"}',
    "a type that is no string": b'{"type": 1}',
    "no type": b"{}",
    "an unknown field": b'{"type": "end_turn", "extra": 1}',
    "a missing field": b'{"type": "reroll"}',
    "a wrong type": b'{"type": "reroll", "die": "1"}',
    "something after the end": b'{"type": "end_turn"} x',
}


@pytest.mark.parametrize("name", BODIES)
def test_a_body_that_could_be_misunderstood_is_refused_and_nothing_is_written(running, held, name):
    before = held()
    answer = running.client.post(
        f"{running.path}/commands",
        data=BODIES[name],
        content_type="application/json",
        headers=bearer(running.seats[0]),
    )

    assert (answer.status_code, answer.json["code"]) == (400, "malformed")
    assert held() == before


@pytest.mark.parametrize(
    ("command", "pointer"),
    [
        ({"type": "reroll", "die": "1"}, "/die"),
        ({"type": "reroll", "die": True}, "/die"),
        ({"type": "mark_actions", "faces": [1, "a"]}, "/faces/1"),
        ({"type": "reroll"}, "/die"),
        ({"type": "end_turn", "a/b": 1}, "/a~1b"),
        ({"type": "castle"}, "/type"),
    ],
)
def test_violations_of_a_command_point_at_the_place(running, command, pointer):
    answer = running.post("/commands", command, running.seats[0])

    assert [violation["pointer"] for violation in answer.json["violations"]] == [pointer]


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/game", "/seats"]),
        ([], [""]),
        ({"game": "schiefer", "seats": 2, "colour": "red"}, ["/colour"]),
        ({"game": "schiefer", "seats": True}, ["/seats"]),
        ({"game": "schiefer", "seats": 2.5}, ["/seats"]),
        ({"game": "schiefer", "seats": 2, "visibility": "secret"}, ["/visibility"]),
        (
            {"game": "schiefer", "seats": 2, "bots": [{"seat": 0}, {"seat": 1, "mind": "x"}]},
            ["/bots/0/mind", "/bots/1/mind"],
        ),
        ({"game": None, "seats": None}, ["/game", "/seats"]),
    ],
)
def test_violations_of_other_bodies_as_well(client, held, body, pointers):
    before = held()
    answer = client.post("/v1/matches", json=body)

    assert answer.status_code == 400
    assert [violation["pointer"] for violation in answer.json["violations"]] == pointers
    assert held() == before


@pytest.mark.parametrize(
    ("path", "parameter"),
    [
        ("/v1/games?language=de", "language"),
        ("/v1/games?lang=fr", "lang"),
        ("/v1/games?lang=en&lang=de", "lang"),
        ("/v1/matches?limit=0", "limit"),
        ("/v1/matches?limit=201", "limit"),
        ("/v1/matches?limit=1.0", "limit"),
        ("/v1/matches?limit=%D9%A3", "limit"),
        ("/v1/matches?limit=" + "9" * 5000, "limit"),
        ("/v1/matches?status=lost", "status"),
        ("/v1/matches?game=*", "game"),
        ("/health/live?x", "x"),
    ],
)
def test_violations_of_a_query_name_the_parameter(client, path, parameter):
    answer = client.get(path)

    assert (answer.status_code, answer.json["code"]) == (400, "malformed")
    assert [violation["parameter"] for violation in answer.json["violations"]] == [parameter]


def test_a_version_and_a_time_at_once_are_one_too_many(table):
    assert table.get("/table?version=1&at=1").status_code == 400


@pytest.mark.parametrize(
    ("header", "value", "code"),
    [
        ("Authorization", "Basic QWRhOnB3", "token_unknown"),
        ("Authorization", "Bearer", "token_unknown"),
        ("Authorization", "Bearer grün", "token_unknown"),
        ("Authorization", "Bearer " + "x" * 500, "token_unknown"),
        ("If-Match", "7", "malformed"),
        ("If-Match", 'W/"7-00000000"', "malformed"),
        ("If-Match", '"99999999999999999999-00000000"', "malformed"),
        ("If-Match", '"7-00000000", "8-00000000"', "malformed"),
        ("Idempotency-Key", "", "malformed"),
        ("Idempotency-Key", "with space", "malformed"),
        ("Idempotency-Key", "x" * 201, "malformed"),
        ("Idempotency-Key", "schlüssel", "malformed"),
    ],
)
def test_headers_that_cannot_be_read_are_refused(running, held, header, value, code):
    before = held()
    headers = bearer(running.seats[0]) | {header: value}
    answer = running.client.post(f"{running.path}/commands", json={"type": "end_turn"}, headers=headers)

    assert answer.json["code"] == code
    assert held() == before


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER", "bEARER  "])
def test_a_scheme_may_be_written_in_any_case(running, scheme):
    offered = running.offered()
    headers = {"Authorization": f"{scheme} {running.seats[offered['turn']]}"}
    command = offered["commands"][0]["command"]

    assert running.client.post(f"{running.path}/commands", json=command, headers=headers).status_code == 201


@pytest.mark.parametrize("path", ["/v1/matches", "/v1/commands", "/v1/verify", "/v1/matches/import"])
@pytest.mark.parametrize("coding", ["gzip", "x-gzip", "GZIP", "br", "gzip, identity"])
def test_a_body_that_is_encoded_is_refused(client, held, path, coding):
    """A few kilobytes of it could cost what millions of lines cost."""
    before, body = held(), gzip.compress(b"1\n" * 4_000_000)
    kind = "application/json" if path == "/v1/matches" else "application/x-ndjson"

    answer = client.post(path, data=body, content_type=kind, headers={"Content-Encoding": coding})

    assert (answer.status_code, answer.json["code"]) == (415, "unsupported_media_type")
    assert held() == before


def test_a_body_that_is_called_identical_is_read(client):
    said = {"json": {"game": "schiefer", "seats": 2}, "headers": {"Content-Encoding": "identity"}}

    assert client.post("/v1/matches", **said).status_code == 201


@pytest.mark.parametrize(
    ("path", "field", "most"), [("matches", "bots", 8), ("matches", "reserved", 8), ("webhooks", "kinds", 4)]
)
@pytest.mark.parametrize("element", [{}, 0, "x"])
def test_no_element_of_a_list_that_is_too_long_is_looked_at(client, path, field, most, element):
    """Otherwise 60 KB of them took a second and were answered with megabytes."""
    answer = client.post(f"/v1/{path}", json={field: [element] * 10_000}, headers=bearer("x"))

    (told,) = [one for one in answer.json["violations"] if one["pointer"].startswith(f"/{field}")]
    assert told["pointer"] == f"/{field}"
    assert str(most) in told["detail"]
    assert len(answer.data) < 2_000


@pytest.mark.parametrize(
    ("header", "wish", "granted"),
    [
        ("Accept", "text/plain", lambda answer: answer.status_code == 406),
        ("Accept-Language", "de", lambda answer: answer.headers["Content-Language"] == "de"),
        ("Accept-Encoding", "gzip", lambda answer: "Content-Encoding" in answer.headers),
        ("If-None-Match", None, lambda answer: answer.status_code == 304),
    ],
)
def test_a_header_with_a_list_that_is_too_long_is_passed_over(running, header, wish, granted):
    """A hundred lines of it took a second to read, and it is no more than a wish."""
    wish = wish or running.get("/commands").headers["ETag"]
    short, long = ([(header, wish), (header, ",".join(['"x"'] * many))] for many in (1, LONGEST_LIST))

    assert granted(running.client.get(f"{running.path}/commands", headers=short))
    assert not granted(running.client.get(f"{running.path}/commands", headers=long))


def test_so_many_violations_are_named_and_no_more(client):
    answer = client.post("/v1/matches", json={f"field-{number}": 1 for number in range(3000)})

    assert len(answer.json["violations"]) == MOST_VIOLATIONS
    assert len(answer.data) < 10_000


@pytest.mark.parametrize("path", ["/v1/matches", "/v1/matches/{match}/seats"])
def test_a_key_that_can_be_guessed_hands_out_no_token(table, held, path):
    before = held()
    body = {"game": "schiefer", "seats": 2} if path.endswith("matches") else {}
    answer = table.client.post(
        path.format(match=table.match), json=body, headers={"Idempotency-Key": "only-15-letters"}
    )

    assert (answer.status_code, answer.json["code"]) == (400, "malformed")
    assert held() == before


@pytest.mark.parametrize("name", ["", "x" * 61, "two\nlines", "null\x00", "right\u202eleft"])
def test_a_name_is_short_and_printable(table, name):
    assert table.post("/seats", {"name": name}).json["violations"][0]["pointer"] == "/name"


@pytest.mark.parametrize("match", ["%00", "a:b", "a%7Db", "x" * 65, "%F0%9F%92%A5", ".."])
def test_no_id_reaches_the_store_that_could_be_read_as_another_key(client, match):
    assert client.get(f"/v1/matches/{match}").json["code"] in {"unknown_match", "no_such_path"}


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.0", "9" * 15, "9" * 5000])
def test_a_number_in_a_path_that_names_nothing_is_not_found(table, number):
    assert table.get(f"/entries/{number}").status_code == 404
    assert table.delete(f"/seats/{number}5", table.host).status_code == 404
