"""Schiefer, as the catalogue knows it."""

from pathlib import Path

from games.kernel import Game
from games.kernel.words import load_words
from games.schiefer.agenda import SchieferItem
from games.schiefer.board import BOARDS
from games.schiefer.checks import CHECKS
from games.schiefer.commands import COMMANDS
from games.schiefer.events import EVENTS
from games.schiefer.laws import LAWS, NAMES
from games.schiefer.layout import LAYOUT
from games.schiefer.picture import picture, portraits
from games.schiefer.rules import RULES
from games.schiefer.score import final_places, score
from games.schiefer.setup import OPENING, blank_table
from games.schiefer.state import Schiefer, SchieferOptions
from games.schiefer.view import SchieferView, view
from games.schiefer.wording import wording

_players = BOARDS[BOARDS.default].players

SCHIEFER = Game(
    name="schiefer",
    version=1,
    seats=tuple(range(_players.min, _players.max + 1)),
    minutes=_players.minutes,
    longest=6_500,  # 15 in a turn besides rerolls, and 244 money for those
    most_turns=400,
    names=NAMES,
    laws=LAWS,
    checks=CHECKS,
    editions=BOARDS,
    options=SchieferOptions,
    table=Schiefer,
    view_type=SchieferView,
    commands=COMMANDS,
    events=EVENTS,
    items=SchieferItem.__args__,
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
