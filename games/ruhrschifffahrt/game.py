"""Ruhrschifffahrt, as the catalogue knows it."""

from pathlib import Path

from games.kernel import Game
from games.kernel.words import load_words
from games.ruhrschifffahrt.agenda import RuhrItem
from games.ruhrschifffahrt.board import BOARDS
from games.ruhrschifffahrt.checks import CHECKS
from games.ruhrschifffahrt.commands import COMMANDS
from games.ruhrschifffahrt.events import EVENTS
from games.ruhrschifffahrt.laws import LAWS, NAMES
from games.ruhrschifffahrt.layout import LAYOUT
from games.ruhrschifffahrt.picture import picture, portraits
from games.ruhrschifffahrt.rules import RULES
from games.ruhrschifffahrt.score import final_places, score
from games.ruhrschifffahrt.setup import OPENING, blank_table
from games.ruhrschifffahrt.state import Ruhr, RuhrOptions
from games.ruhrschifffahrt.view import RuhrView, view
from games.ruhrschifffahrt.wording import wording

_board = BOARDS[BOARDS.default]

RUHRSCHIFFFAHRT = Game(
    name="ruhrschifffahrt",
    version=1,
    seats=tuple(range(_board.players.min, _board.players.max + 1)),
    minutes=_board.duration.minutes,
    longest=2_000,
    names=NAMES,
    laws=LAWS,
    checks=CHECKS,
    editions=BOARDS,
    options=RuhrOptions,
    table=Ruhr,
    view_type=RuhrView,
    commands=COMMANDS,
    events=EVENTS,
    items=RuhrItem.__args__,
    rules=RULES,
    blank=blank_table,
    opening=OPENING,
    score=score,
    places=final_places,
    view=view,
    wording=wording,
    words=load_words(Path(__file__).with_name("words.yaml")),
    layout=LAYOUT,
    picture=picture,
    portraits=portraits,
)
