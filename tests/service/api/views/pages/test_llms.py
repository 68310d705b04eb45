"""The page for language models says nothing that is not there."""

import re

import pytest

from games.catalogue import GAMES
from service.api.app import list_operations
from service.api.views.pages import GUIDE_FILE

GUIDE = GUIDE_FILE.read_text("utf-8")


def test_it_is_answered_as_text(client):
    answer = client.get("/llms.txt")

    assert answer.content_type == "text/plain; charset=utf-8"
    assert answer.text == GUIDE
    assert GUIDE.startswith("# Grubenbuch\n\n> ")


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\((/[^)]+)\)|GET (/v1/games/\S+?)`", GUIDE))))
def test_every_address_answers(client, path):
    assert client.get("".join(path)).status_code == 200


def test_every_call_it_names_is_in_the_document():
    known = {f"{one.method} {one.path}".replace("<", "{").replace(">", "}") for one in list_operations()}

    assert set(re.findall(r"`((?:GET|POST) \S+\{\S*)`", GUIDE)) <= known


def test_it_names_every_game():
    assert all(f"/v1/games/{game}/rules" in GUIDE for game in GAMES)
