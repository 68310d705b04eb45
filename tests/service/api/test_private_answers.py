"""What is for one pair of eyes is kept by no cache, and what is for monitors is shown to no one else."""

import pytest

from service.api.app import build_app
from service.api.budgets import Limiter
from service.config import Config
from support.api import api
from support.api.api import bearer, open_table

TOKEN = "m" * 32
FOR_MONITORS = ["/health/ready", "/metrics"]


@pytest.mark.parametrize(
    "credential",
    [{"Authorization": "Bearer x"}, {"X-Match-Tokens": "x"}, {"X-Client-Key": f"gbk_{'0' * 64}"}],
)
@pytest.mark.parametrize("path", ["/v1/games/schiefer/words", "/v1/nowhere", "/v1/webhooks"])
def test_an_answer_to_whoever_shows_something_is_kept_by_no_cache(client, credential, path):
    said = client.get(path).headers.get("Cache-Control")
    wanted = f"private, {said}" if said else "private, no-store"

    assert client.get(path, headers=credential).headers["Cache-Control"] == wanted


def test_without_a_word_of_its_own_an_answer_is_private(client):
    table = open_table(client, visibility="private")
    seen = table.get("/score", table.host)

    assert (seen.status_code, seen.headers["Cache-Control"]) == (200, "private, no-store")
    assert table.get("/score").status_code == 401


def test_what_may_be_kept_is_kept_by_the_reader_alone_where_a_token_was_shown(client):
    table = open_table(client, visibility="private")
    now = table.get("/table", table.host)
    unchanged = table.get("/table", table.host, if_none_match=now.headers["ETag"])
    past = table.get("/table?version=1", table.host)

    assert (now.status_code, unchanged.status_code, past.status_code) == (200, 304, 200)
    assert now.headers.getlist("Cache-Control") == ["private, no-cache"]
    assert unchanged.headers.getlist("Cache-Control") == ["private, no-cache"]
    assert past.headers.getlist("Cache-Control") == ["private, max-age=31536000, immutable"]


def test_what_anybody_may_read_is_left_alone(client):
    table = open_table(client)

    assert table.get("/table").headers.getlist("Cache-Control") == ["no-cache"]
    assert "Cache-Control" not in client.get("/v1/matches").headers


@pytest.mark.parametrize("path", FOR_MONITORS)
def test_a_monitor_shows_its_token(path):
    instance = api.client(monitor_token=TOKEN, admin_token="a" * 32)

    assert instance.get(path).json["code"] == "token_missing"
    assert instance.get(path, headers=bearer("a" * 32)).json["code"] == "token_unknown"
    assert instance.get(path, headers=bearer(TOKEN)).status_code == 200
    assert instance.get("/health/live").status_code == 200


@pytest.mark.parametrize("path", FOR_MONITORS)
def test_without_such_a_token_anyone_may_look(client, path):
    assert client.get(path).status_code == 200


@pytest.mark.parametrize("path", FOR_MONITORS)
def test_what_monitors_ask_counts_like_all_else(path):
    limited = build_app(api.services(), Limiter.of(Config(address_limit=1))).test_client()

    assert [limited.get(path).status_code for _ in range(2)] == [200, 429]


def test_the_token_of_monitors_is_shown_by_nobody():
    config = Config.from_environment({"MONITOR_TOKEN": TOKEN})

    assert config.monitor_token == TOKEN
    assert TOKEN not in repr(config)
