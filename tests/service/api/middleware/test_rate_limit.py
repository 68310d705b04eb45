"""The limits at the door, and what protects a browser."""

from itertools import product

import pytest

from service.api.app import build_app
from service.api.budgets import Limiter, Quotas
from service.api.middleware import RateLimit, network_of
from support.api import api
from support.api.api import bearer


def client(**quotas):
    return build_app(api.services(), Limiter(Quotas(quotas))).test_client()


def test_every_answer_tells_what_is_left():
    answer = client(token=5, address=10).get("/v1/games", headers=bearer("x"))

    assert answer.headers["RateLimit-Policy"] == '"token";q=5;w=60, "address";q=10;w=60'
    assert answer.headers["RateLimit"].startswith('"token";r=4;t=')


def test_whoever_passes_a_limit_is_told_when_to_come_again():
    limited = client(address=1)
    limited.get("/v1/games")
    answer = limited.get("/v1/games", headers={"Origin": "https://a.example"})

    assert (answer.status_code, answer.json["code"]) == (429, "too_many_requests")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert answer.headers["RateLimit"].startswith('"address";r=0;')
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "RateLimit-Policy" in answer.headers["Access-Control-Expose-Headers"]
    assert answer.headers["X-Request-Id"]


@pytest.mark.parametrize(("method", "path"), [("GET", "/health/live"), ("OPTIONS", "/v1/games")])
def test_health_and_preflights_are_free(method, path):
    limited = client(address=1)
    answers = [limited.open(path, method=method) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200] * 3
    assert all(answer.headers["RateLimit"].startswith('"address";r=1;') for answer in answers)


def test_a_free_answer_to_options_tells_what_is_allowed_and_what_is_left():
    limited = client(address=1)
    answer = limited.options("/v1/matches")

    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}
    assert answer.headers["RateLimit"].startswith('"address";r=1;')
    limited.get("/v1/games")
    limited.get("/v1/games")
    assert limited.options("/v1/games").status_code == 200


def test_a_token_has_its_limit_wherever_it_comes_from():
    limited = client(token=1)
    first = limited.get("/v1/games", headers=bearer("x"), environ_base={"REMOTE_ADDR": "10.0.0.1"})
    second = limited.get("/v1/games", headers=bearer("x"), environ_base={"REMOTE_ADDR": "10.0.0.2"})

    assert [first.status_code, second.status_code] == [200, 429]


def test_a_token_has_one_account_however_its_header_is_spelt():
    """Schemes are told in any case, with any number of blanks; what is no token at all has no account."""
    blanks = product(("", " ", "\t"), (" ", "   ", " " * 9), ("", " "))
    schemes = ["Bearer", "bearer", "BEARER", "bEaReR"]
    spelt = [f"{before}{scheme}{gap}x{after}" for before, gap, after in blanks for scheme in schemes]
    broken = ["Bearer\tx", "Bearer", "Basic x", "Bearer x y", "Bearer x,", "x", "\xa0Bearer x"]
    limited = RateLimit(Limiter(Quotas({})))

    who = [limited.who({"HTTP_AUTHORIZATION": header, "REMOTE_ADDR": ""}) for header in spelt]

    assert len(who) == 72
    assert len({one["token"] for one in who}) == 1
    assert [limited.who({"HTTP_AUTHORIZATION": header, "REMOTE_ADDR": ""}) for header in broken] == [
        {"address": "unknown"}
    ] * len(broken)


def test_spellings_of_one_token_are_counted_together():
    limited = client(token=3)
    headers = [{"Authorization": spelt} for spelt in ("Bearer x", "bearer  x", "BEARER x ", "Bearer   x\t")]

    assert [limited.get("/v1/games", headers=each).status_code for each in headers] == [200, 200, 200, 429]


@pytest.mark.parametrize(
    ("proxies", "forwarded", "seen"),
    [
        (0, "1.1.1.1", "127.0.0.1"),
        (1, "9.9.9.9, 1.1.1.1", "1.1.1.1"),
        (2, "9.9.9.9, 1.1.1.1, 10.0.0.1", "1.1.1.1"),
        (2, "1.1.1.1", "127.0.0.1"),
    ],
)
def test_only_our_own_proxies_are_believed(proxies, forwarded, seen):
    environ = {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": forwarded}

    assert RateLimit(Limiter(Quotas({})), proxies).who(environ) == {"address": seen}


@pytest.mark.parametrize(
    ("address", "seen"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),  # as a socket for both kinds sees it
        ("2001:db8:1:2:3::4", "2001:db8:1:2::"),
        ("", "unknown"),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(address, seen):
    assert network_of(address) == seen


def test_no_token_is_kept():
    who = RateLimit(Limiter(Quotas({}))).who({"HTTP_AUTHORIZATION": "Bearer secret", "REMOTE_ADDR": ""})

    assert "secret" not in str(who)


@pytest.mark.parametrize("path", ["/v1/games", "/v1/nowhere", "/docs/errors", "/v1/docs"])
def test_no_answer_is_guessed_at_or_framed(path):
    answer = api.client().get(path)

    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
