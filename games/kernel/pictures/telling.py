"""What a picture says beside what it draws: names and titles in the asked language."""

from __future__ import annotations

from typing import Any

import msgspec

from games.kernel.words import Words


class Telling(msgspec.Struct, frozen=True, kw_only=True):
    """The words of a game, who is asked, and what. Pure: the same telling makes the same picture."""

    words: Words
    lang: str
    turn: int | None = None  # the seat that is asked
    question: str = ""  # in words
    names: tuple[str, ...] = ()  # of the seats; without them they go by their numbers

    def name(self, code: Any) -> str:
        return self.words.name(code, self.lang)

    def text(self, code: str, **values: Any) -> str:
        return self.words.text("pictures", code, self.lang, **values)

    def game(self) -> str:
        return self.words.sections["game"]["name"][self.lang]

    def seat(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else self.text("seat", number=seat + 1)
