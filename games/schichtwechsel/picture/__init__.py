"""The picture of the table: a section through the colliery, its tally board, and a section for every seat."""

from games.schichtwechsel.picture.portraits import portraits
from games.schichtwechsel.picture.table import picture

__all__ = ["picture", "portraits"]
