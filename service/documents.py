"""Documents beside the book, which no hash covers: each is declared once, with its name, keys and values.

A document belongs to a scope: a match, or one of the server's own. Modules that keep something declare it as
`Documents[scope, key, value](name, key, value)` and read and write it through this declaration alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec

from events.codec import decode, encode
from events.store import DocumentChanges, Guard, Scope, Store

ScopeKind = TypeVar("ScopeKind", bound=Scope)
Key = TypeVar("Key")
Value = TypeVar("Value")

_RAW: Final[Mapping[Any, tuple[Callable[[bytes], Any], Callable[[Any], bytes]]]] = {
    bytes: (bytes, bytes),
    str: (bytes.decode, str.encode),
}


class Documents(Generic[ScopeKind, Key, Value]):
    """One document in each scope of a kind.

    Bytes and text are stored as they are, anything else as canonical JSON, unless `read` and `write` differ.
    `key` makes a key of its text, which is what `str` makes of it. A value that is `remakeable` counts as
    missing where it cannot be read.
    """

    def __init__(  # noqa: PLR0913  the form of what is stored
        self,
        name: str,
        key: Callable[[str], Key],
        kind: type[Value],
        *,
        read: Callable[[bytes], Value] | None = None,
        write: Callable[[Value], bytes] | None = None,
        remakeable: bool = False,
    ) -> None:
        self.name = name
        self._key = key
        as_it_is = _RAW.get(kind, (None, None))
        self._read: Callable[[bytes], Value] = read or as_it_is[0] or (lambda stored: decode(stored, kind))
        self._write: Callable[[Value], bytes] = write or as_it_is[1] or encode
        self._remakeable = remakeable

    def get(self, store: Store, scope: ScopeKind, key: Key) -> Value | None:
        return self._decoded(store.field(scope, self.name, str(key)))

    def all(self, store: Store, scope: ScopeKind) -> dict[Key, Value]:
        return self._all_decoded(store.document(scope, self.name))

    def some(self, store: Store, scope: ScopeKind, keys: Sequence[Key]) -> dict[Key, Value]:
        """Return those of the named values that are there, at one look."""
        return self._all_decoded(store.chosen(scope, self.name, list(map(str, keys))))

    def keys(self, store: Store, scope: ScopeKind) -> list[Key]:
        """Return the keys of all values, in no particular order."""
        return list(map(self._key, store.fields(scope, self.name)))

    def put(self, store: Store, scope: ScopeKind, values: Mapping[Key, Value | None]) -> None:
        """Write these values; None deletes one."""
        store.put(scope, self.name, self._encoded(values))

    def delete(self, store: Store, scope: ScopeKind, keys: Iterable[Key]) -> None:
        store.put(scope, self.name, {str(key): None for key in keys})

    def add(self, store: Store, scope: ScopeKind, key: Key, value: Value) -> bool:
        """Write a value unless there is one; return whether it was written."""
        return store.swap(scope, self.guard(key, None), self.changes({key: value}))

    def update(
        self, store: Store, scope: ScopeKind, key: Key, change: Callable[[Value | None], Value | None]
    ) -> Value | None:
        """Compare and swap until nobody came in between; return what was written.

        `change` computes the new value from the stored one; it returns None to keep that.
        """
        while True:
            stored = store.field(scope, self.name, str(key))
            after = change(self._decoded(stored))
            if after is None:
                return None
            if store.swap(scope, Guard(self.name, str(key), stored), self.changes({key: after})):
                return after

    def changes(self, values: Mapping[Key, Value | None]) -> DocumentChanges:
        """Return the changes for an append or a `swap`; None deletes a value."""
        return {self.name: self._encoded(values)} if values else {}

    def guard(self, key: Key, value: Value | None) -> Guard:
        """Return the condition that a value is still there, or that there is none."""
        return Guard(self.name, str(key), None if value is None else self._write(value))

    def _decoded(self, stored: bytes | None) -> Value | None:
        try:
            return None if stored is None else self._read(stored)
        except msgspec.MsgspecError:
            if self._remakeable:
                return None
            raise

    def _all_decoded(self, stored: Mapping[str, bytes]) -> dict[Key, Value]:
        return {self._key(key): self._read(value) for key, value in stored.items()}

    def _encoded(self, values: Mapping[Key, Value | None]) -> dict[str, bytes | None]:
        return {str(key): None if value is None else self._write(value) for key, value in values.items()}


def swap(store: Store, scope: Scope, guard: Guard, *changes: DocumentChanges) -> bool:
    """Change several documents of a scope in one step while the guard holds; return whether it did."""
    together: DocumentChanges = {}
    for each in changes:
        together |= each
    return store.swap(scope, guard, together)
