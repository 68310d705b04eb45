"""JSON Pointers (RFC 6901) to what is wrong."""

from __future__ import annotations

import re
from typing import Final

_PLACE: Final = re.compile(r" - at (?:`key` in )?`\$(.*)`$")
_STEP: Final = re.compile(r"\[(\d+|\.\.\.)\]|\.([^.\[]+)")
_FIELD: Final = re.compile(r"(?:unknown|required) field `(.*?)`")


def escape_pointer(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def locate_misfit(failure: Exception) -> tuple[str, str]:
    """msgspec says "… - at `$.faces[1]`"; here are the pointer /faces/1 and the rest of the sentence.

    Of a mapping msgspec tells no key: its place in the pointer is "...".
    """
    text = str(failure)
    place, field = _PLACE.search(text), _FIELD.search(text)
    steps = [number or name for number, name in _STEP.findall(place[1])] if place else []
    steps += [field[1]] if field else []
    return "".join(f"/{escape_pointer(step)}" for step in steps), _PLACE.sub("", text)
