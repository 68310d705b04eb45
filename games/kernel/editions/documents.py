"""A file of an edition as plain values, with the line on which each stands; and its canonical form."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec
import yaml

from games.kernel.editions.paths import Trail, steps_of
from games.kernel.quantities import LONGEST_ID
from games.kernel.yaml_file import LOADER

LARGEST_FILE: Final = 256 * 1024  # bytes; ours take a tenth of it
DEEPEST: Final = 24  # lists and mappings within each other
SCALARS: Final = ("str", "int", "bool", "null")

Document = dict[str, Any]
_TAG: Final = "tag:yaml.org,2002:"


class Unreadable(ValueError):  # noqa: N818  it says what the file is
    """No edition can be read from the file; `line` counts from 1."""

    def __init__(self, line: int, said: str) -> None:
        super().__init__(said)
        self.line = line
        self.said = said


class Written(NamedTuple):
    """What a file says, and on which line."""

    document: Document
    lines: Mapping[Trail, int]

    def line_of(self, path: Trail) -> int:
        """The line of the datum, or of the nearest thing around it that the file names."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def read_written(text: str) -> Written:
    """Raises Unreadable if it is no YAML, or holds more than plain values."""
    if len(text.encode()) > LARGEST_FILE:
        raise Unreadable(1, f"it is larger than {LARGEST_FILE} bytes")
    loader = LOADER(text)
    try:
        refuse_aliases(text)
        root = loader.get_single_node()
        document = plain_value(loader, root, DEEPEST) if root else None
    except yaml.MarkedYAMLError as error:
        raise Unreadable(line_at(error.problem_mark), str(error.problem)) from error
    except yaml.YAMLError as error:
        raise Unreadable(1, str(error).partition("\n")[0]) from error
    finally:
        loader.dispose()
    if not isinstance(document, dict):
        raise Unreadable(1, "it is no mapping of groups")
    return Written(document, dict(lines_in(root, document, ())))


def line_at(mark: Any) -> int:
    return mark.line + 1 if mark else 1


def refuse_aliases(text: str) -> None:
    """A few lines could otherwise stand for more values than there is memory."""
    for event in yaml.parse(text, LOADER):
        if isinstance(event, yaml.AliasEvent):
            raise Unreadable(line_at(event.start_mark), "anchors and aliases are not read")


def plain_value(loader: Any, node: Any, room: int) -> Any:
    line = node.start_mark.line + 1
    if room == 0:
        raise Unreadable(line, "it is nested too deeply")
    if isinstance(node, yaml.MappingNode):
        return plain_mapping(loader, node, room)
    if isinstance(node, yaml.SequenceNode):
        return [plain_value(loader, part, room - 1) for part in node.value]
    kind = node.tag.removeprefix(_TAG)
    if kind not in SCALARS:
        raise Unreadable(line, f"{node.value!r} is no text, whole number, truth value or null")
    try:
        return loader.construct_object(node)
    except (ValueError, LookupError) as failure:
        raise Unreadable(line, f"{node.value[:LONGEST_ID]!r} cannot be read as {kind}") from failure


def plain_mapping(loader: Any, node: Any, room: int) -> Document:
    found: Document = {}
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise Unreadable(key.start_mark.line + 1, "a name is no list or mapping")
        if key.value in found:
            raise Unreadable(key.start_mark.line + 1, f"{key.value!r} stands here twice")
        found[key.value] = plain_value(loader, value, room - 1)
    return found


def lines_in(node: Any, value: Any, path: Trail) -> Iterator[tuple[Trail, int]]:
    """The line of every path that the file names."""
    if isinstance(node, yaml.MappingNode):
        for key, part in node.value:
            yield (*path, key.value), key.start_mark.line + 1
            yield from lines_in(part, value[key.value], (*path, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for step, part, inside in zip(steps_of(value), node.value, value, strict=True):
            yield (*path, step), part.start_mark.line + 1
            yield from lines_in(part, inside, (*path, step))


def canonical_form(document: Document) -> bytes:
    """Names sorted, no white space: of two files that say the same, the bytes are the same."""
    return msgspec.json.encode(document, order="sorted")


def digest_of(canonical: bytes) -> str:
    return hashlib.sha256(canonical).hexdigest()


def read_canonical(canonical: bytes) -> Document:
    """Raises Unreadable unless these are the only bytes that say what they say."""
    if len(canonical) > LARGEST_FILE:
        raise Unreadable(1, f"it is larger than {LARGEST_FILE} bytes")
    try:
        document: Any = msgspec.json.decode(canonical)
        same = isinstance(document, dict) and canonical_form(document) == canonical
    except (ValueError, RecursionError) as failure:
        raise Unreadable(1, "it is no JSON") from failure
    if not same:
        raise Unreadable(1, "it is not in canonical form")
    found: Document = document
    return found
