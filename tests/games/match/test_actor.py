"""Actors: the names that the book holds, and who is meant by them."""

import re
from pathlib import Path
from typing import get_args

import pytest

from games.match.actor import ADMIN, CLOCK, GUEST, HOST, STRANGER, WATCH, Actor, ActorKind

BOOK_PAGE = Path(__file__).parents[3] / "docs" / "book.md"


@pytest.mark.parametrize("actor", [HOST, CLOCK, GUEST, WATCH, ADMIN, Actor.person(0), Actor.bot(99)])
def test_an_actor_is_read_as_it_was_written(actor):
    assert Actor.parse(str(actor)) == actor


def test_people_and_bots_are_told_apart_and_have_seats():
    person, bot = Actor.parse("seat:3"), Actor.parse("bot:12")

    assert (person.is_person, person.is_bot, person.seat) == (True, False, 3)
    assert (bot.is_person, bot.is_bot, bot.seat) == (False, True, 12)
    assert (HOST.is_person, HOST.is_bot, HOST.seat) == (False, False, None)


@pytest.mark.parametrize(
    "text",
    ["", "server", "Host", "host ", "host:0", "seat", "seat:", "seat:-1", "seat:01", "seat:100", "bot:1\n"],
)
def test_whatever_else_an_entry_names_is_a_stranger(text):
    assert Actor.parse(text) == STRANGER


def test_the_page_of_the_book_lists_every_actor():
    """A stranger is nobody's name: it stands for names that nobody bears."""
    table = BOOK_PAGE.read_text("utf-8").partition("## Actors")[2].partition("\n## ")[0]
    listed = [Actor.parse(name).kind for name in re.findall(r"^\| `([a-z0-9:]+)` \|", table, re.MULTILINE)]

    assert sorted([*listed, "stranger"]) == sorted(get_args(ActorKind))
