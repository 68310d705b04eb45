"""The page that explains the API: complete, from here alone, and the same by day and by night."""

import re
import shutil
import subprocess

import pytest

from support.api import api
from support.servers.patience import PATIENCE

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
NOBODY_ELSE = "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"  # the browser finds no other host: as without internet


def test_the_page_and_all_it_is_made_of_come_from_here():
    here = api.client()
    page = here.get("/v1/docs")
    parts = {part.split('"')[0] for part in page.text.split('="docs/')[1:]}

    assert "://" not in page.text
    assert parts == {"swagger-ui.css", "swagger-ui-bundle.js", "start.js"}
    assert {here.get(f"/v1/docs/{part}").status_code for part in parts} == {200}
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("lang", "word", "other"), [("en", "Guide", "Deutsch"), ("de", "Anleitung", "English")]
)
def test_it_bears_the_head_of_the_web_client_in_the_language_of_the_browser(lang, word, other):
    here = api.client()
    page = here.get("/v1/docs", headers={"Accept-Language": lang})

    assert page.headers["Content-Language"] == lang
    assert f'<html lang="{lang}">' in page.text
    assert f'<a href="/guide?lang={lang}">{word}</a>' in page.text
    assert f">{other}</a>" in page.text
    assert f'<a href="/v1/docs?lang={lang}" aria-current="page">API</a>' in page.text
    assert here.get("/v1/docs?lang=de", headers={"Accept-Language": lang}).headers["Content-Language"] == "de"
    assert not re.search(r"<script(?! src=)|<style| style=| on\w+=", page.text)
    for linked in set(re.findall(r'(?:href|src)="(/[^"]*)"', page.text)):
        assert here.get(linked).status_code == 200


def test_it_shows_the_document_of_this_api():
    here = api.client()

    assert 'url: "openapi.json"' in here.get("/v1/docs/start.js").text
    assert here.get("/v1/openapi.json").status_code == 200


@pytest.mark.parametrize("name", ["index.html", "..%2f..%2fetc%2fpasswd", "swagger-ui.js"])
def test_nothing_else_is_served(name):
    assert api.client().get(f"/v1/docs/{name}").json["code"] == "no_such_path"


def test_who_has_it_is_told_so():
    here = api.client()
    tag = here.get("/v1/docs/start.js").headers["ETag"]

    assert here.get("/v1/docs/start.js", headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not on PATH")
@pytest.mark.parametrize(("scheme", "dark"), [(1, False), (0, True)], ids=["light", "dark"])
def test_a_browser_without_internet_draws_it(instance, scheme, dark):
    shown = subprocess.run(
        [
            CHROMIUM,
            *("--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--virtual-time-budget=20000"),
            f"--host-resolver-rules={NOBODY_ELSE}",
            f"--blink-settings=preferredColorScheme={scheme}",
            f"{instance.address}/v1/docs",
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    ).stdout

    assert ('<html lang="en" class="dark-mode">' in shown) == dark
    for name in ("matches-open_match", "play-submit_command", "health-is_alive"):
        assert f'id="operations-{name}"' in shown
    assert "Failed to load" not in shown
