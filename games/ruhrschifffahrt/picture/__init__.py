"""The picture of the table: an engraved map of the river, framed by its timeline, its score and the seats."""

from games.ruhrschifffahrt.picture.portraits import portraits
from games.ruhrschifffahrt.picture.table import picture

__all__ = ["picture", "portraits"]
