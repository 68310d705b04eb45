"""Details in words: `details.yaml` has the sentences in every language, the code names them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from games.kernel.words import LANGUAGES, load_words
from service.problem_detail import Detail

WORDS: Final = load_words(Path(__file__).with_name("details.yaml"))
ENGLISH: Final = LANGUAGES[0]

_VALUE: Final = re.compile(r"\\{(\w+)\\}")


def word_detail(detail: Detail, lang: str = ENGLISH) -> str:
    values = {
        name: word_detail(value, lang) if isinstance(value, Detail) else value
        for name, value in detail.values.items()
    }
    return WORDS.text(detail.section, detail.code, lang, **values)


def recognise_misfit(message: str) -> Detail:
    """Return a library's English message as a sentence that exists in every language."""
    for code, pattern in _patterns().items():
        found = pattern.fullmatch(message)
        if found is not None:
            return Detail(code, found.groupdict(), "misfits")
    return Detail("value_unfit")


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    """Long templates first: a short one may fit the same message and say less."""
    escaped = {code: re.escape(text[ENGLISH]) for code, text in WORDS.sections["misfits"].items()}
    in_order = sorted(escaped, key=lambda code: len(_VALUE.sub("", escaped[code])), reverse=True)
    return {code: re.compile(_VALUE.sub(r"(?P<\1>.*)", escaped[code]), re.DOTALL) for code in in_order}
