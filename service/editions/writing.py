"""The file with which a correction begins."""

from __future__ import annotations

from typing import Any

import yaml

from games.kernel import Game
from games.kernel.editions.documents import Document
from games.kernel.editions.marks import STATED_MARKS, marked_data
from games.kernel.editions.registry import HEAD

HEADING = """# An edition of {game}: {what}.
# ./grubenbuch edition check FILE says what is wrong, docs/editions.md what matters most.
game: {game}
edition: {name}
"""


def begin_file(game: Game[Any], name: str, *, complete: bool) -> str:
    """What the rulebook leaves open stands in it as comments, unless the whole board is wanted."""
    board = game.editions.built_in
    if complete:
        heading = HEADING.format(game=game.name, name=name, what="the whole board")
        return heading + write_groups({group: board[group] for group in board if group not in HEAD})
    heading = HEADING.format(game=game.name, name=name, what="only what differs; take away a # and correct")
    guessed = write_groups({group: board[group] for group in guessed_groups(board)})
    comments = "".join(f"# {line}\n" if line else "#\n" for line in guessed.splitlines())
    return f"{heading}based_on: {game.editions.default}\n\n{comments}"


def guessed_groups(board: Document) -> list[str]:
    """Those in which something does not come from the rulebook."""
    return list(dict.fromkeys(path[0] for path, _, mark in marked_data(board) if mark not in STATED_MARKS))


def write_groups(groups: Document) -> str:
    return yaml.safe_dump(groups, sort_keys=False, allow_unicode=True, width=110)
