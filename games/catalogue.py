"""The games by name: a new game adds its line here."""

from types import MappingProxyType
from typing import Any, Final

from games.kernel import Game
from games.ruhrschifffahrt.game import RUHRSCHIFFFAHRT
from games.schichtwechsel.game import SCHICHTWECHSEL
from games.schiefer.game import SCHIEFER

GAMES: Final = MappingProxyType[str, Game[Any]](
    {game.name: game for game in (SCHIEFER, RUHRSCHIFFFAHRT, SCHICHTWECHSEL)}
)
