"""Reads the files of data beside the code: boards, layouts, words."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import yaml

# libyaml takes an eighth of the time, and every process of the house reads these files at its start.
LOADER: Final[type[Any]] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_WHOLE: Final = re.compile(r"0|-?[1-9][0-9]*")

T = TypeVar("T")


def read_yaml(file: Path, kind: type[T]) -> T:
    return msgspec.convert(load_yaml(file.read_bytes()), kind)


def load_yaml(text: bytes) -> Any:
    """As `yaml.load` has it, in a third of its time: events become values at once, and no nodes in between.

    Aliases are refused: none of our files needs one.
    """
    loader = LOADER(text)
    try:
        loader.get_event()  # the stream begins
        loader.get_event()  # and its document
        return _build_value(loader, loader.get_event())
    finally:
        loader.dispose()


def _build_value(loader: Any, event: yaml.Event) -> Any:
    kind = type(event)
    if kind is yaml.ScalarEvent:
        return _build_scalar(loader, event)
    if kind is yaml.SequenceStartEvent:
        return list(_build_until(loader, yaml.SequenceEndEvent))
    if kind is yaml.MappingStartEvent:
        parts = _build_until(loader, yaml.MappingEndEvent)
        return dict(zip(parts, parts, strict=True))
    raise yaml.constructor.ConstructorError(problem=f"no value begins with {event}, {event.start_mark}")


def _build_until(loader: Any, end: type[yaml.Event]) -> Iterator[Any]:
    while type(event := loader.get_event()) is not end:
        yield _build_value(loader, event)


def _build_scalar(loader: Any, event: Any) -> Any:
    """Most are words and whole numbers; what may be anything else is left to the loader."""
    text: str = event.value
    if event.implicit[0] and _WHOLE.fullmatch(text):
        return int(text)
    if event.tag is None and (not event.implicit[0] or text[:1] not in loader.yaml_implicit_resolvers):
        return text
    tag = event.tag or loader.resolve(yaml.ScalarNode, text, event.implicit)
    return loader.construct_object(yaml.ScalarNode(tag, text))
