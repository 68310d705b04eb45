"""Words for codes: templates and names in English and German, so that the code contains no prose.

`{count:coin|coins}` in a template says the number and the form that goes with it: the first for one, the
second for all others. Of a list the form comes first, and each thing in it once: `{dice:field|fields}` says
"field 5" of 5 and 5, "fields 5, 6" of 5 and 6. `{kind}` alone says the name of a value. A thing with a `case`
has a sentence of its own: `paid.short` tells an event `paid` in the case `short`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final

import msgspec

from games.kernel.yaml_file import read_yaml

LANGUAGES: Final = ("en", "de")
SECTIONS: Final = (
    "questions",
    "commands",
    "events",
    "categories",
    "reasons",
    "components",
    "counted",
    "actions",
    "waits",
    "options",
    "views",
    "game",
    "pictures",
)
FORMS: Final = 2  # one, and all others: both languages have these two

Text = dict[str, str]  # language -> template


class Words(msgspec.Struct, frozen=True, eq=False):
    """Every template and name of a game, by section and code. Of a game and an edition there is one."""

    sections: dict[str, dict[str, Text]]
    names: Mapping[str, Text] = {}  # of an edition: what its things are called before `components` is asked

    def text(self, section: str, code: str, lang: str, **values: Any) -> str:
        """A template filled in; values that name a component become its name."""
        template = self.sections[section][code][lang]
        return template.format_map({key: Value(value, self, lang) for key, value in values.items()})

    def name(self, value: Any, lang: str) -> str:
        """How a value is said: a component by its name, a list by its parts, a mapping by its counts."""
        if isinstance(value, str):
            known = self.names.get(value) or self.sections["components"].get(value)
            return known[lang] if known else value
        if isinstance(value, Mapping):
            between = "; " if any(map(is_list, value.values())) else ", "
            parts = self.add_namesakes(value, lang).items()
            return between.join(self.count(key, part, lang) for key, part in parts)
        if is_list(value):
            return ", ".join(self.name(part, lang) for part in value) or "–"
        return str(value)

    def add_namesakes(self, counts: Mapping[Any, Any], lang: str) -> dict[Any, Any]:
        """Two things of one name are counted together, where they are counted at all."""
        added, first = dict[Any, Any](), dict[str, Any]()
        for key, part in counts.items():
            known = first.setdefault(self.name(key, lang), key) if isinstance(part, int) else key
            added[known] = added[known] + part if known in added else part
        return added

    def count(self, key: Any, part: Any, lang: str) -> str:
        """A part of a mapping: "2 coins" where the section `counted` knows coins, else "Ogwen: 2"."""
        if key in self.sections["counted"]:
            return self.text("counted", key, lang, count=part)
        return f"{self.name(key, lang)}: {self.name(part, lang)}"

    def knows(self, code: str) -> bool:
        return code in self.names or code in self.sections["components"] or code in self.sections["counted"]

    def said(self, section: str, thing: msgspec.Struct, lang: str, **more: Any) -> str:
        """A command, event or question in words: what it says of itself, and what else is known."""
        code = sentence_of(thing, more)
        wanted = names_in(self.sections[section][code][lang]) - more.keys()
        values = {name: getattr(thing, name) for name in wanted if hasattr(thing, name)}
        return self.text(section, code, lang, **(values | more))


def sentence_of(thing: msgspec.Struct, facts: Mapping[str, Any]) -> str:
    """The code of the sentence that tells it; its case is a fact of the table, or its own."""
    case = facts.get("case") or getattr(thing, "case", "")
    tag = str(thing.__struct_config__.tag)
    return f"{tag}.{case}" if case else tag


def told_by(code: str) -> str:
    """The tag of the things that a sentence tells, whatever their case."""
    return code.partition(".")[0]


@dataclass(frozen=True)
class Value:
    """What stands in a place of a template."""

    value: Any
    words: Words
    lang: str

    def __format__(self, forms: str) -> str:
        if forms and is_list(self.value):
            parts = list(dict.fromkeys(self.value))
            return f"{choose_form(len(parts), forms)} {self.words.name(parts, self.lang)}"
        name = self.words.name(self.value, self.lang)
        return f"{name} {choose_form(self.value, forms)}" if forms else name


def is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def choose_form(count: Any, forms: str) -> str:
    one, others = forms.split("|")
    return one if count in (1, -1) else others


@cache
def names_in(template: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def load_words(path: Path) -> Words:
    return Words({name: {} for name in SECTIONS} | read_yaml(path, dict[str, dict[str, Text]]))
