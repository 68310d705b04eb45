"""The pages of the web client and their files: complete, from here alone, kept as long as they hold."""

import gzip
import re

import pytest

from service.api.views.web import digest_web, read_web
from support.api import api

PAGES = sorted(name for name in read_web() if name.endswith(".html"))
SCRIPTS = sorted(name for name in read_web() if name.endswith(".js"))
LOADED = re.compile(r'(?:src|href)="(/web/[^"]+)"')
IMPORTED = re.compile(r'(?:from|import) "([^"]+)"')


def test_the_home_page_is_served_at_the_root_with_a_strict_policy():
    page = api.client().get("/")
    policy = page.headers["Content-Security-Policy"]

    assert page.content_type == "text/html; charset=utf-8"
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert api.client().get("/", headers={"If-None-Match": page.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_no_inline_script_or_style_and_loads_only_what_is_there(page):
    text = read_web()[page].decode()
    loaded = LOADED.findall(text)

    assert loaded
    assert not re.search(r"<script(?![^>]* src=)|<style| style=| on\w+=|https?://", text)
    assert {api.client().get(name).status_code for name in loaded} == {200}


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_imports_what_is_there_and_makes_no_markup_of_strings(script):
    text = read_web()[script].decode()

    assert [name for name in IMPORTED.findall(text) if resolve(script, name) not in read_web()] == []
    assert not re.search(
        r"innerHTML(?! = policy\.createHTML\()|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text
    )


def test_one_script_alone_makes_drawings_of_texts_and_the_browser_is_told_so():
    makers = [name for name in SCRIPTS if "createPolicy" in read_web()[name].decode()]

    assert makers == ["table/drawing.js"]
    policy = api.client().get("/").headers["Content-Security-Policy"]
    assert "require-trusted-types-for 'script'; trusted-types drawing" in policy


def resolve(script, target):
    folders = script.split("/")[:-1]
    for step in target.split("/"):
        folders = folders[:-1] if step == ".." else folders if step == "." else [*folders, step]
    return "/".join(folders)


def test_a_file_is_kept_for_ever_behind_the_digest_of_all_and_asked_for_again_without():
    here = api.client()

    for_ever = here.get(f"/web/{digest_web()}/style.css")
    assert for_ever.headers["Cache-Control"] == "max-age=31536000, immutable"
    plain = here.get("/web/style.css")
    assert plain.headers["Cache-Control"] == "no-cache"
    assert plain.data == for_ever.data
    assert f"/web/{digest_web()}/style.css" in here.get("/").text


def test_files_behind_the_digest_of_all_stay_apart_when_they_are_compressed():
    here = api.client()
    names = ("style.css", "words.js")
    packed = [here.get(f"/web/{digest_web()}/{name}", headers={"Accept-Encoding": "gzip"}) for name in names]

    assert {answer.headers["Content-Encoding"] for answer in packed} == {"gzip"}
    assert [gzip.decompress(answer.data) for answer in packed] == [read_web()[name] for name in names]


NOT_SERVED = ["nothing.js", "../pyproject.toml", "%2e%2e/pyproject.toml", "README.md"]


@pytest.mark.parametrize("path", [*(f"/web/{name}" for name in NOT_SERVED), "/matches/m/nothing"])
def test_nothing_else_is_served(path):
    answer = api.client().get(path)

    assert answer.status_code == 404
    assert answer.json["code"] == "no_such_path"
