"""Words for codes: templates and names in English and German, so that the code contains no prose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import yaml

LANGUAGES: Final = ("en", "de")
SECTIONS: Final = (
    "questions",
    "commands",
    "events",
    "categories",
    "reasons",
    "components",
    "options",
    "views",
)

Text = dict[str, str]  # language -> template


class Words(msgspec.Struct, frozen=True):
    """Every template and name of a game, by section and code."""

    sections: dict[str, dict[str, Text]]

    def text(self, section: str, code: str, lang: str, **values: Any) -> str:
        """A template filled in; values that name a component become its name."""
        template = self.sections[section][code][lang]
        return template.format_map({key: self.name(value, lang) for key, value in values.items()})

    def name(self, value: Any, lang: str) -> str:
        """How a value is said: a component by its name, a list by its parts."""
        if isinstance(value, str):
            known = self.sections["components"].get(value)
            return known[lang] if known else value
        if isinstance(value, Mapping):
            return ", ".join(
                f"{self.name(key, lang)}: {self.name(part, lang)}" for key, part in value.items()
            )
        if isinstance(value, Sequence):
            return ", ".join(self.name(part, lang) for part in value) or "–"
        return str(value)

    def said(self, section: str, thing: msgspec.Struct, lang: str, **more: Any) -> str:
        """A command, event or question in words: its own fields and what else is known."""
        values = {field: getattr(thing, field) for field in thing.__struct_fields__}
        return self.text(section, str(thing.__struct_config__.tag), lang, **(values | more))


def load_words(path: Path) -> Words:
    sections = {name: {} for name in SECTIONS} | yaml.safe_load(path.read_text("utf-8"))
    return Words(msgspec.convert(sections, dict[str, dict[str, Text]]))
