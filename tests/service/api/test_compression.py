"""gzip for clients that take it, with ETags that tell the forms apart."""

import gzip

import pytest

from support.api.api import client, open_table, running

IN_GZIP = {"Accept_Encoding": "gzip"}


@pytest.fixture
def table():
    played = running(client(), "ruhrschifffahrt")
    played.play(20)
    return played


def test_a_long_answer_comes_in_gzip_to_whoever_takes_it(table):
    plain, packed = table.get("/table"), table.get("/table", **IN_GZIP)

    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2


def test_every_cache_is_told_that_there_are_two_forms(table):
    packed = table.get("/table", **IN_GZIP)
    held = table.get("/table", If_None_Match=packed.headers["ETag"], **IN_GZIP)

    for answer in (table.get("/table"), packed, held):
        assert "Accept-Encoding" in answer.headers.getlist("Vary")


@pytest.mark.parametrize("accepted", ["", "br, zstd", "gzip;q=0", "identity"])
def test_whoever_does_not_take_gzip_gets_none(table, accepted):
    answer = table.get("/table", Accept_Encoding=accepted)

    assert "Content-Encoding" not in answer.headers
    assert answer.json["match"] == table.match


@pytest.mark.parametrize("accepted", ["gzip", "deflate, gzip;q=0.5", "br;q=1.0, GZIP", "*"])
def test_gzip_is_found_among_what_a_client_takes(table, accepted):
    assert table.get("/table", Accept_Encoding=accepted).headers["Content-Encoding"] == "gzip"


def test_each_form_has_an_etag_of_its_own_and_either_revalidates(table):
    plain, packed = table.get("/table").headers["ETag"], table.get("/table", **IN_GZIP).headers["ETag"]

    assert packed == f'{plain[:-1]}-gzip"'
    for tag in (plain, packed):
        held = table.get("/table", If_None_Match=tag, **IN_GZIP)
        assert (held.status_code, held.headers["ETag"], held.data) == (304, tag, b"")


def test_the_etag_of_the_compressed_form_pins_the_version_as_well(table):
    tag = table.get("/commands", **IN_GZIP).headers["ETag"]
    now = table.offered()
    command, token = now["commands"][0]["command"], table.seats[now["turn"]]

    assert table.post("/commands", command, token, If_Match=tag).status_code == 201
    assert table.post("/commands", command, token, If_Match=tag).status_code == 412


def test_what_is_short_is_not_worth_it(table):
    assert "Content-Encoding" not in table.get("/statistics?version=0", **IN_GZIP).headers


def test_a_book_in_lines_is_compressed_as_it_comes(table):
    lines = {"Accept": "application/x-ndjson"}
    plain, packed = table.get("/entries", **lines), table.get("/entries", **lines, **IN_GZIP)

    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data


def test_a_live_stream_passes_as_it_is():
    over = open_table(client())
    over.delete("", over.host)

    stream = over.get("/entries", Accept="text/event-stream", **IN_GZIP)

    assert "Content-Encoding" not in stream.headers
    assert stream.data.startswith(b"retry: ")


def test_the_head_of_an_answer_names_the_form_that_it_would_have(table):
    full = table.get("/table", **IN_GZIP)
    head = table.client.head(f"{table.path}/table", headers={"Accept-Encoding": "gzip"})

    assert (head.data, head.headers["ETag"]) == (b"", full.headers["ETag"])
    assert head.headers["Content-Encoding"] == "gzip"
    assert "Content-Length" not in head.headers


def test_what_never_changes_is_compressed_once_and_is_the_same(table):
    answers = [table.client.get("/v1/games/schiefer", headers={"Accept-Encoding": "gzip"}) for _ in range(2)]

    assert answers[0].data == answers[1].data
    assert gzip.decompress(answers[0].data) == table.client.get("/v1/games/schiefer").data
