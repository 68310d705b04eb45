"""What gunicorn refuses before any view hears of it: the same shape as every other problem."""

import json
import socket

import pytest

from service.api.gunicorn_worker import problem_of_failure

RAW = {
    "no HTTP at all": b"hello\r\n\r\n",
    "a method of its own": b"G{T / HTTP/1.1\r\n\r\n",
    "another version": b"GET / HTTP/9.9\r\n\r\n",
    "a header without a name": b"GET / HTTP/1.1\r\n: x\r\n\r\n",
    "a folded header": b"GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
    "a very long path": b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n",
    "a very long header": b"GET / HTTP/1.1\r\nA: " + b"a" * 9000 + b"\r\n\r\n",
    "very many headers": b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n",
    "two lengths": b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "a length that is none": b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
    "an encoding nobody knows": b"POST / HTTP/1.1\r\nTransfer-Encoding: zip\r\n\r\n",
    "chunks that are none": b"POST /v1/matches HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
}


def said(instance, raw):
    with socket.create_connection(("127.0.0.1", instance.client.base_url.port), 20) as connection:
        connection.sendall(raw)
        answer = b""
        while chunk := connection.recv(65536):
            answer += chunk
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), head.decode(), json.loads(body)


def test_whatever_arrives_is_answered_as_a_problem(instance):
    for name, raw in RAW.items():
        status, head, problem = said(instance, raw)

        assert (name, status, problem["code"]) == (name, 400, "malformed")
        assert "application/problem+json" in head
        assert {"X-Request-Id", "Server-Timing"} <= {line.partition(":")[0] for line in head.splitlines()}


@pytest.mark.parametrize(
    ("path", "kind", "limit"),
    [
        ("/v1/matches", "application/json", 64),
        ("/v1/commands", "application/x-ndjson", 2 * 1024),
        ("/v1/matches/import", "application/x-ndjson", 8 * 1024),
    ],
)
def test_of_a_body_in_chunks_no_more_is_read_than_may_be(instance, path, kind, limit):
    """What is beyond the limit is not left out in silence."""
    body = b'{"game": "schiefer", "seats": 2}'.ljust(limit * 1024) + b"x"
    answer = instance.client.post(path, content=iter([body]), headers={"Content-Type": kind})

    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


@pytest.mark.parametrize("size", ["10001", "F" * 15, "7FFFFFFFFFFFFFFFFFFF", "F" * 1000])
@pytest.mark.parametrize("before", [b"", b"2\r\n{ \r\n"])
def test_nobody_waits_for_a_chunk_that_is_longer_than_a_body_may_be(instance, before, size):
    """Nothing of it comes: whoever waits, waits for as long as a body may take, which is longer than this."""
    head = (
        b"POST /v1/matches HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    status, _, answer = said(instance, head + before + size.encode() + b"\r\n")

    assert (status, answer["code"]) == (413, "body_too_large")


def test_a_header_does_not_change_what_is_asked_for(instance):
    lying = b"PATH_INFO: /v1/games\r\nSCRIPT_NAME: /v1\r\nConnection: close\r\n\r\n"
    status, _, answer = said(instance, b"GET /v1/nowhere HTTP/1.1\r\n" + lying)

    assert (status, answer["code"]) == (404, "no_such_path")
    assert said(instance, b"GET /v1/games HTTP/1.1\r\n" + lying)[0] == 200


def test_what_is_no_fault_of_the_client_is_logged_and_not_told(caplog):
    problem = problem_of_failure(ZeroDivisionError("secret"))

    assert problem.code == "internal_error"
    assert "secret" not in str(problem)
    assert "secret" in caplog.text


@pytest.mark.parametrize("path", ["/v1/games?", "/v1/matches/"])
def test_the_api_still_answers_afterwards(instance, path):
    said(instance, RAW["no HTTP at all"])

    assert instance.client.get(path).status_code < 500
