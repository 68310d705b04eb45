"""The picture of the table: a survey sheet, a fence of fields, a roof of boxes, a slate for every seat."""

from games.schiefer.picture.portraits import portraits
from games.schiefer.picture.table import picture

__all__ = ["picture", "portraits"]
