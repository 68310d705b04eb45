"""What goes over a connection: the same environ as gunicorn would make, and answers in one piece."""

import pytest
from gunicorn.config import Config
from gunicorn.http import get_parser, wsgi

from service.api.fast_flask import Answer
from service.api.gunicorn_worker import (
    encode_beginning,
    encode_chunk,
    encode_whole,
    expects_continue,
    make_environ,
)

LISTENER = ("127.0.0.1", 8080)
CLIENT = ("10.0.0.1", 4711)
ELSEWHERE = {  # what our environ leaves out, or says of the process alone
    "PROXY_ADDR",
    "REMOTE_PORT",
    "SERVER_SOFTWARE",
    "wsgi.early_hints",
    "wsgi.errors",
    "wsgi.file_wrapper",
    "wsgi.multiprocess",
    "wsgi.multithread",
}
ASKING = {"REQUEST_METHOD": "GET", "SERVER_PROTOCOL": "HTTP/1.1"}


def read_request(raw):
    return next(get_parser(Config(), [raw], CLIENT))


@pytest.mark.parametrize(
    "raw",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /v1/matches/a%2Fb%C3%A4?lang=de&x=%20 HTTP/1.1\r\nHost: x:80\r\nAccept: a\r\naccept: b\r\n\r\n",
        b"POST /v1/m HTTP/1.0\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
        b"POST /v1/m HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        b'HEAD http://other/v1?a HTTP/1.1\r\nHost: other\r\nIf-Match: "1-abc"\r\nX-Odd: \xe4\r\n\r\n',
    ],
)
def test_a_request_reads_as_gunicorn_itself_would_hand_it_on(raw):
    asked = read_request(raw)
    theirs = wsgi.create(asked, None, CLIENT, LISTENER, Config())[1]

    ours = make_environ(asked, None, CLIENT, LISTENER)

    assert {name: ours[name] for name in ours.keys() - ELSEWHERE} == {
        name: theirs[name] for name in theirs.keys() - ELSEWHERE
    }


def test_a_client_on_a_socket_file_has_no_address():
    environ = make_environ(read_request(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"), None, "", "/tmp/api.sock")

    assert (environ["REMOTE_ADDR"], environ["SERVER_NAME"], environ["SERVER_PORT"]) == ("", "localhost", "80")


@pytest.mark.parametrize(
    ("version", "expectation", "waits"),
    [("1.1", "100-continue", True), ("1.1", "100-Continue", True), ("1.0", "100-continue", False)],
)
def test_a_body_that_waits_to_be_asked_for_is_recognised(version, expectation, waits):
    raw = f"POST / HTTP/{version}\r\nHost: x\r\nExpect: {expectation}\r\nContent-Length: 1\r\n\r\nx"

    assert expects_continue(make_environ(read_request(raw.encode()), None, CLIENT, LISTENER)) is waits


def split(raw):
    head, _, body = raw.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    return first, dict(line.split(": ", 1) for line in lines), body


def test_an_answer_goes_out_in_one_piece():
    answer = Answer(b'{"a":1}', 201, {"ETag": '"1"'}, content_type="application/json")

    first, headers, body = split(encode_whole(answer, answer.body, ASKING, keep=True))

    assert (first, body) == ("HTTP/1.1 201 Created", b'{"a":1}')
    assert headers.pop("Date").endswith(" GMT")
    assert headers == {
        "Server": "gunicorn",
        "Connection": "keep-alive",
        "ETag": '"1"',
        "Content-Type": "application/json",
        "Content-Length": "7",
    }


@pytest.mark.parametrize(
    ("method", "status", "length"), [("HEAD", 200, "2"), ("GET", 304, None), ("GET", 204, None)]
)
def test_an_answer_without_a_body_has_a_head_alone(method, status, length):
    answer = Answer(b"{}", status)

    _, headers, body = split(
        encode_whole(answer, answer.body, ASKING | {"REQUEST_METHOD": method}, keep=False)
    )

    assert (body, headers.get("Content-Length"), headers["Connection"]) == (b"", length, "close")


@pytest.mark.parametrize("value", ["a\r\nSet-Cookie: b", "a\nb", "a\rb"])
def test_no_header_brings_a_line_of_its_own(value):
    answer = Answer(b"", headers={"Location": value})

    with pytest.raises(ValueError, match="read as two"):
        encode_whole(answer, b"", ASKING, keep=True)


def test_what_was_held_for_an_answer_is_given_back_once():
    given_back = []
    answer = Answer(iter([b"part"]))
    answer.call_on_close(lambda: given_back.append("once"))

    answer.close()
    answer.close()

    assert given_back == ["once"]


@pytest.mark.parametrize(("version", "chunked"), [("HTTP/1.1", True), ("HTTP/1.0", False)])
def test_a_live_answer_comes_in_chunks_to_whoever_knows_them_and_ends_its_connection(version, chunked):
    head = encode_beginning(Answer(iter(())), ASKING | {"SERVER_PROTOCOL": version}).decode()

    assert head.startswith(f"{version} 200 OK\r\n")
    assert ("\r\nTransfer-Encoding: chunked\r\n" in head) == chunked
    assert "\r\nConnection: close\r\n" in head
    assert head.endswith("\r\n\r\n")


def test_a_chunk_says_how_long_it_is():
    assert encode_chunk(b"x" * 26) == b"1a\r\n" + b"x" * 26 + b"\r\n"
    assert encode_chunk(b"") == b"0\r\n\r\n"
