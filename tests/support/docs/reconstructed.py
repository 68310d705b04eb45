"""docs/editions.md, read: which data are not from the rulebook, row by row, and how many each row stands for.

PYTHONPATH=.:tests python tests/support/docs/reconstructed.py  # counts them anew
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from games.catalogue import GAMES
from games.kernel.editions.marks import STATED_MARKS, marked_data
from games.kernel.editions.paths import write_path
from service.config import HOME

PAGE = HOME / "docs" / "editions.md"
ROW = re.compile(r"^\| (?P<path>/\S+) \| (?P<count>\d+) \| (?P<mark>\w+) \|", re.MULTILINE)
ANY = "…"  # one name on the way; at the end: all that lies beneath


class Row(NamedTuple):
    path: str
    count: int
    mark: str

    def fits(self, path: str) -> bool:
        steps = [".*" if number == self.last and step == ANY else "[^/]+" if step == ANY else re.escape(step)
                 for number, step in enumerate(self.path.split("/"))]  # fmt: skip
        return re.fullmatch("/".join(steps), path) is not None

    @property
    def last(self) -> int:
        return self.path.count("/")


def rows_of(game: str) -> list[Row]:
    """In the order in which they matter."""
    section = PAGE.read_text("utf-8").partition(f"\n### {game}\n")[2].partition("\n### ")[0]
    return [Row(found["path"], int(found["count"]), found["mark"]) for found in ROW.finditer(section)]


def reconstructed(game: str) -> dict[str, str]:
    """Every datum that does not come from the rulebook, with its mark."""
    data = marked_data(GAMES[game].editions.built_in)
    return {write_path(path): mark for path, _, mark in data if mark not in STATED_MARKS}


def counted(game: str) -> tuple[Counter[Row], list[str]]:
    """How many data each row stands for, the first that fits, and those that none names."""
    rows, count, missing = rows_of(game), Counter[Row](), []
    for path, mark in reconstructed(game).items():
        row = next((row for row in rows if row.fits(path) and row.mark == mark), None)
        if row is None:
            missing.append(path)
        else:
            count[row] += 1
    return count, missing


def main() -> None:
    text = PAGE.read_text("utf-8")
    for game in GAMES:
        count, missing = counted(game)
        head, title, section = text.partition(f"\n### {game}\n")
        body, rest_title, rest = section.partition("\n### ")
        for row in rows_of(game):
            body = body.replace(f"| {row.path} | {row.count} |", f"| {row.path} | {count[row]} |")
        text = head + title + body + rest_title + rest
        print(game, "not named:", missing)  # noqa: T201
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
