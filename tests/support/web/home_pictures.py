"""Draws the pictures of the home page: a part of each table, from a match between bots, in both languages.

PYTHONPATH=.:tests python tests/support/web/home_pictures.py
"""

from __future__ import annotations

import re
from itertools import islice
from xml.etree import ElementTree as ET

from games.catalogue import GAMES
from games.kernel.words import LANGUAGES
from service.config import HOME
from service.matches.index import question_of
from service.queries.pictures import draw_match
from workers.arena.matches import Pairing, play_moves
from workers.bots.player import Player

PICTURES = HOME / "web" / "pictures"
SVG = "http://www.w3.org/2000/svg"
FOUND_BY = re.compile(r' (role|aria-label|data-id|data-kind|data-count|data-piece)="[^"]*"')
MOVES = {"schiefer": 130, "ruhrschifffahrt": 170, "schichtwechsel": 260}
SHOWN = {  # the part that a card has room for, and what lies outside of it
    "schiefer": ("16 16 1168 730", ("dice", "fields", "boxes", "ledger", "seat")),
    "ruhrschifffahrt": (
        "296 104 944 590",
        ("timeline", "score", "seat", "track", "market", "options", "cartouche"),
    ),
    "schichtwechsel": ("10 8 1010 631", ("cards", "tiles", "seat", "trades")),
}


def main() -> None:
    for game in GAMES:
        match = play(game)
        for lang in LANGUAGES:
            (PICTURES / f"{game}.{lang}.svg").write_text(draw(game, match, lang), "utf-8")


def play(game: str):
    mind = Player("greedy")
    pairing = Pairing(game=GAMES[game], bots=[mind] * 4, seed=7, options={})
    *_, last = islice(play_moves(pairing), MOVES[game])
    return last.decided.match


def draw(game: str, match, lang: str) -> str:
    window, outside = SHOWN[game]
    svg = draw_match(match, question_of(match), lang)
    ET.register_namespace("", SVG)
    root = ET.fromstring(svg)
    root.set("viewBox", window)
    cut(root, outside)
    for title in list(root.iter(f"{{{SVG}}}title")):  # an image has none that could be read
        for parent in root.iter():
            if title in list(parent):
                parent.remove(title)
    return (
        re.sub(
            r' (role|aria-label|data-id|data-kind|data-count|data-piece)="[^"]*"',
            "",
            ET.tostring(root, "unicode"),
        )
        + "\n"
    )


def cut(node, outside: tuple[str, ...]) -> None:
    for child in list(node):
        part = child.get("data-part", "")
        if part.partition(":")[0] in outside:
            node.remove(child)
        else:
            cut(child, outside)


if __name__ == "__main__":
    main()
