"""How long lettering is, by rule and not by hand: the same everywhere, whatever font is at hand."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

NARROW: Final = frozenset("iIjl.,:;|!'’·()[] ftr1")
WIDE: Final = frozenset("mwMWÆŒ%@—…")
THIN, PLAIN, BROAD, CAPITAL = 0.32, 0.54, 0.88, 0.69  # of the size
SERIF, BOLD_SERIF = 1.04, 1.15  # how much longer lettering with serifs is
SMALLEST: Final = 15  # units; what needs less is shortened
MOST_TEXTS: Final = 4_096  # that are remembered: most of a table says what it said before


def letter_width(letter: str) -> float:
    if letter in NARROW:
        return THIN
    if letter in WIDE:
        return BROAD
    return CAPITAL if letter.isupper() else PLAIN


@lru_cache(MOST_TEXTS)
def width_of(text: str, size: float) -> float:
    return size * sum(map(letter_width, text))


def break_evenly(text: str, size: float, width: float, most: int) -> list[str]:
    """Broken at blanks, the lines about as long as each other."""
    needed = len(wrap(text, size, width))
    if not 1 < needed <= most:
        return break_lines(text, size, width, most)
    narrower = width
    while narrower > width / 2 and len(wrap(text, size, narrower - 10)) == needed:
        narrower -= 10
    return break_lines(text, size, narrower, most)


def fit(text: str, size: float, width: float, least: float = SMALLEST) -> tuple[str, float]:
    """As large as there is room for; what is still too long at the least size loses its end."""
    wanted = width_of(text, size)
    if wanted <= width:
        return text, size
    smaller = max(least, int(size * width / wanted))
    return shorten(text, smaller, width), smaller


def shorten(text: str, size: float, width: float) -> str:
    if width_of(text, size) <= width:
        return text
    kept = text
    while kept and width_of(kept + "…", size) > width:
        kept = kept[:-1]
    return kept.rstrip(" -–,") + "…"


def break_lines(text: str, size: float, width: float, most: int) -> list[str]:
    """Broken at blanks into at most so many lines; the last takes what is left and may be shortened."""
    lines = list(wrap(text, size, width))
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    return [shorten(line, size, width) for line in lines]


@lru_cache(MOST_TEXTS)
def wrap(text: str, size: float, width: float) -> tuple[str, ...]:
    lines, line = list[str](), ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and width_of(longer, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return (*lines, line)
