"""Schichtwechsel, as the catalogue knows it."""

from pathlib import Path

from games.kernel import Game
from games.kernel.words import load_words
from games.schichtwechsel.agenda import SchichtwechselItem
from games.schichtwechsel.board import BOARDS
from games.schichtwechsel.checks import CHECKS
from games.schichtwechsel.commands import COMMANDS
from games.schichtwechsel.events import EVENTS
from games.schichtwechsel.laws import LAWS, NAMES
from games.schichtwechsel.layout import LAYOUT
from games.schichtwechsel.picture import picture, portraits
from games.schichtwechsel.rules import RULES
from games.schichtwechsel.score import final_places, score
from games.schichtwechsel.setup import OPENING, blank_table
from games.schichtwechsel.state import Schichtwechsel, SchichtwechselOptions
from games.schichtwechsel.view import SchichtwechselView, view
from games.schichtwechsel.wording import wording

_first = BOARDS[BOARDS.default]

SCHICHTWECHSEL = Game(
    name="schichtwechsel",
    version=1,
    seats=tuple(range(_first.players.min, _first.players.max + 1)),
    minutes=_first.length.minutes,
    longest=2_000,
    names=NAMES,
    laws=LAWS,
    checks=CHECKS,
    editions=BOARDS,
    options=SchichtwechselOptions,
    table=Schichtwechsel,
    view_type=SchichtwechselView,
    commands=COMMANDS,
    events=EVENTS,
    items=SchichtwechselItem.__args__,
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
