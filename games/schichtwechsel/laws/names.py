"""What a table of Schichtwechsel has under each word by which its types refer to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from games.schichtwechsel.lookup import bonuses_of, sites_of, tiles_for, tracks_of
from games.schichtwechsel.score import DURING_PLAY
from games.schichtwechsel.state import EXIT, HEADFRAME_AREA, OWN_SPACE, Schichtwechsel

CUBES: Final = ("coal", "spoil", "blue")

NAMES: Final[Mapping[str, Callable[[Schichtwechsel], Collection[Any]]]] = {
    "seat": lambda game: range(len(game.players)),
    "colour": lambda game: game.board.colours.list,
    "stock": lambda _: (*CUBES, "coin", "tool", "white"),
    "cube": lambda _: CUBES,
    "wagon": lambda game: [wagon.id for wagon in game.board.pit.wagons],
    "bar_space": lambda game: [space.id for space in game.board.bar.spaces],
    "card": lambda game: game.cards(),
    "tile": lambda game: tiles_for(game.edition, len(game.players)),
    "held_tile": lambda game: ("", *tiles_for(game.edition, len(game.players))),
    "site": lambda game: sites_of(game.edition),
    "grey_space": lambda game: game.grey_spaces(),
    "coking_space": lambda game: (OWN_SPACE, *game.grey_spaces()),
    "bonus_space": lambda game: bonuses_of(game.edition),
    "headframe_source": lambda game: (HEADFRAME_AREA, *bonuses_of(game.edition)),
    "shift_space": lambda game: [space.id for space in game.board.shift.spaces],
    "shift_number": lambda game: range(1, len(game.board.shift.spaces) + 1),
    "route": lambda game: tracks_of(game.edition),
    "goal": lambda game: (*tracks_of(game.edition), EXIT),
    "round_card": lambda game: range(1, len(game.board.round_cards.list) + 1),
    "entry": lambda game: game.board.final_scoring.order,
    "category": lambda _: DURING_PLAY,
}
