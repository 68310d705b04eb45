"""Bodies in gzip: read like plain ones, and no larger for that."""

import gzip
import zlib

import pytest

from service.http.app import build_app
from service.http.body_room import BodyRoom
from support.desk import books, desk
from support.desk.desk import bearer

FILE = "application/x-ndjson"
BOMB = gzip.compress(bytes(100 * 1024 * 1024))  # 100 KB


@pytest.fixture
def home():
    return desk.desk()


@pytest.fixture
def client(home):
    return build_app(home).test_client()


def send(client, path, body, coding="gzip", content_type="application/json", **headers):
    return client.post(
        path, data=body, content_type=content_type, headers={"Content-Encoding": coding} | headers
    )


@pytest.mark.parametrize("coding", ["gzip", "GZIP", "x-gzip"])
def test_a_packed_command_is_read_like_a_plain_one(running, coding):
    offered = running.offered()
    command, token = running.client.application.json.dumps(offered["commands"][0]["command"]), running.seats
    answer = send(
        running.client,
        f"{running.path}/commands",
        gzip.compress(command.encode()),
        coding,
        **bearer(token[offered["turn"]]),
    )

    assert answer.status_code == 201


def test_a_file_may_come_packed(client):
    book = books.file_of(books.begin_book())

    assert send(client, "/v1/verify", gzip.compress(book), content_type=FILE).json["ok"] is True


def test_identity_is_no_packing(client):
    assert send(client, "/v1/matches", b'{"game": "schiefer", "seats": 2}', "identity").status_code == 201


def test_an_unknown_coding_is_refused_before_the_body_is_read(client):
    refused = send(client, "/v1/matches", b"", "br")

    assert (refused.status_code, refused.json["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("path", "content_type"), [("/v1/matches", "application/json"), ("/v1/verify", FILE)]
)
def test_a_bomb_is_not_unpacked(home, client, path, content_type, monkeypatch):
    unpacked = []
    monkeypatch.setattr("service.http.unpacking.STEP", 64 * 1024)
    give_back = BodyRoom.give_back
    monkeypatch.setattr(
        BodyRoom,
        "give_back",
        lambda room, *about, **more: unpacked.append(room._all) or give_back(room, *about, **more),
    )
    refused = send(client, path, BOMB[: 60 * 1024], content_type=content_type)

    assert (refused.status_code, refused.json["code"]) == (413, "body_too_large")
    assert max(unpacked) < 9 * 1024 * 1024
    assert vars(home.body_room) == vars(BodyRoom(64 * 1024 * 1024))


PACKED = gzip.compress(b'{"game": "schiefer", "seats": 2}')


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b'{"game": "schiefer", "seats": 2}',
        PACKED[:-1],
        PACKED[:12],
        PACKED + b"x",
        PACKED + PACKED,
        PACKED[:-8] + bytes(8),
        zlib.compress(b"{}"),
    ],
    ids=["empty", "plain", "cut", "head", "more", "two", "wrong sum", "zlib"],
)
def test_what_is_no_gzip_is_refused(client, body):
    refused = send(client, "/v1/matches", body)

    assert (refused.status_code, refused.json["code"]) == (400, "malformed")
    assert refused.json["detail"] == "The body is cut or broken."
