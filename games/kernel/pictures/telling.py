"""What a picture says beside what it draws: names and titles in the asked language."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from games.kernel.words import Words

MOST_SAYINGS: Final = 8_192  # that are remembered: most of a picture was said before


class Telling(msgspec.Struct, frozen=True, kw_only=True):
    """The words of a game, who is asked, and what. Pure: the same telling makes the same picture."""

    words: Words
    lang: str
    turn: int | None = None  # the seat that is asked
    question: str = ""  # in words
    names: tuple[str, ...] = ()  # of the seats; without them they go by their numbers

    @property
    def unasked(self) -> Telling:
        """The same for whatever looks alike, whoever is asked."""
        return Telling(words=self.words, lang=self.lang, names=self.names)

    def name(self, code: Any) -> str:
        return self.words.name(code, self.lang)

    def text(self, code: str, **values: Any) -> str:
        try:
            return recall_text(self.words, self.lang, code, tuple(values), *values.values())
        except TypeError:  # of a list nothing is remembered
            return self.words.text("pictures", code, self.lang, **values)

    def game(self) -> str:
        return self.words.sections["game"]["name"][self.lang]

    def seat(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else self.text("seat", number=seat + 1)


@lru_cache(MOST_SAYINGS, typed=True)
def recall_text(words: Words, lang: str, code: str, names: tuple[str, ...], *values: Any) -> str:
    return words.text("pictures", code, lang, **dict(zip(names, values, strict=True)))
