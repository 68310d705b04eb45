"""What the things on a board are called: in words of its edition, or as the board itself names them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, Final

import msgspec

from games.kernel.editions.checks import Misprint, fault_of, unknown
from games.kernel.editions.documents import Document
from games.kernel.editions.paths import Trail, data_in, write_path
from games.kernel.editions.registry import WORDS
from games.kernel.pointers import locate_misfit
from games.kernel.quantities import LONGEST_ID, doc
from games.kernel.words import LANGUAGES, Text

LONGEST_SPOKEN: Final = 60  # letters
MOST_NAMES: Final = 500  # no board has half as many things

SpokenName = Annotated[str, msgspec.Meta(max_length=LONGEST_SPOKEN, pattern=r"^\S(.*\S)?$")]


class BilingualName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a thing is called."""

    en: Annotated[SpokenName, doc("In English.")]
    de: Annotated[SpokenName, doc("In German.")]


OwnWords = Annotated[
    dict[Annotated[str, msgspec.Meta(max_length=LONGEST_ID)], BilingualName],
    msgspec.Meta(
        min_length=1, max_length=MOST_NAMES, description="What things of this board are called, by their ids."
    ),
]


def check_words(document: Document, board: Any) -> Iterator[Misprint]:
    """Words are for things that are on this board, and in both languages."""
    if WORDS not in document:
        return
    said = document[WORDS]
    if not isinstance(said, Mapping) or not said:
        yield Misprint("impossible", f"/{WORDS}", "", "it names things, or is left out")
        return
    yield from unknown(f"/{WORDS}", said, things_on(board))
    for thing, name in said.items():
        yield from misfits(name, (WORDS, thing))


def misfits(name: Any, path: Trail) -> Iterator[Misprint]:
    try:
        msgspec.convert(name, BilingualName)
    except msgspec.ValidationError as failure:
        pointer, said = locate_misfit(failure)
        yield Misprint(fault_of(said), write_path(path) + pointer, "", said)


def words_in(document: Document) -> dict[str, Text]:
    """The words of an edition that was checked."""
    said: dict[str, Text] = document.get(WORDS, {})
    return said


def names_of(document: Document, board: Any, worded: Collection[str]) -> Mapping[str, Text]:
    """The names of all that the built-in edition calls by another name or does not have."""
    own = words_in(document)
    by_board = {
        thing: dict.fromkeys(LANGUAGES, name or read_id(thing))
        for thing, name in things_on(board).items()
        if thing not in worded
    }
    return by_board | own


def find_nameless(document: Document, board: Any, worded: Collection[str]) -> Iterator[tuple[Trail, str]]:
    """Where things stand that nobody has words for, and what they are called instead."""
    own, names = words_in(document), names_of(document, board, worded)
    for path, value in data_in(document):
        if is_naming(path) and value in names and value not in own:
            yield path, names[value][LANGUAGES[0]]


def is_naming(path: Trail) -> bool:
    return path[-1] == "id" or path[0] == "colours"


def things_on(board: Any) -> dict[str, str]:
    """Everything that labels and pictures may name: what has an id, with its name if it bears one."""
    return dict.fromkeys(board.colours.list, "") | {
        thing.id: getattr(thing, "name", "") for thing in things_within(board)
    }


def things_within(printed: Any) -> Iterator[Any]:
    """Whatever has an id."""
    if isinstance(printed, msgspec.Struct):
        if isinstance(getattr(printed, "id", None), str):
            yield printed
        for field in printed.__struct_fields__:
            yield from things_within(getattr(printed, field))
    elif isinstance(printed, Mapping):
        for part in printed.values():
            yield from things_within(part)
    elif isinstance(printed, list | tuple):
        for part in printed:
            yield from things_within(part)


def read_id(thing: str) -> str:
    """An id as somebody reads it who has nothing else."""
    return thing.replace("_", " ").replace("-", " ")
