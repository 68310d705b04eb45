"""Client applications: each has a key, and a namespace for the players it knows."""

from __future__ import annotations

import re
import secrets
from typing import Annotated, Final

import msgspec

from events.codec import decode, encode
from events.store import Guard, Store
from service.problems import ClientExists, ClientUnknown
from service.tokens import derive, hashed

GUEST: Final = "guest"  # where people are whom no client vouches for
PATTERN: Final = r"[a-z0-9][a-z0-9-]{1,30}"
PLACE: Final = "_clients"
NAMES: Final = "names"  # name -> the client
KEYS: Final = "keys"  # hash of a key -> name

Name = Annotated[str, msgspec.Meta(pattern=f"^{PATTERN}$")]


class Client(msgspec.Struct, frozen=True, kw_only=True):
    name: Name
    key: str  # hashed
    made_at: int


class Clients:
    def __init__(self, store: Store, secret: bytes) -> None:
        self._store = store
        self._secret = secret

    def add(self, name: str, now: int, cause: str | None = None) -> str:
        """Its key, shown this once; the same again for the same cause."""
        key = f"gbk_{derive(self._secret, 'client', name, cause or secrets.token_hex(32)).hex()}"
        client = Client(name=name, key=hashed(key), made_at=now)
        drawers: dict[str, dict[str, bytes | None]] = {
            NAMES: {name: encode(client)},
            KEYS: {client.key: name.encode()},
        }
        if free(name) and self._store.swap(PLACE, Guard(NAMES, name, None), drawers):
            return key
        known = self.named(name)
        if cause is None or known is None or known.key != client.key:
            raise ClientExists("Another client has this name; choose a different one.")
        return key

    def remove(self, name: str) -> bool:
        """Its key is good for nothing from then on; its players and their matches stay."""
        known = self.named(name)
        if known is None:
            return False
        drawers: dict[str, dict[str, bytes | None]] = {NAMES: {name: None}, KEYS: {known.key: None}}
        return self._store.swap(PLACE, Guard(NAMES, name, encode(known)), drawers)

    def named(self, name: str) -> Client | None:
        kept = self._store.field(PLACE, NAMES, name)
        return decode(kept, Client) if kept else None

    def listed(self) -> list[Client]:
        found = [decode(kept, Client) for kept in self._store.drawer(PLACE, NAMES).values()]
        return sorted(found, key=lambda client: client.name)

    def of_key(self, key: str) -> str:
        """The name of the client that has this key."""
        name = self._store.field(PLACE, KEYS, hashed(key))
        if name is None:
            raise ClientUnknown("No client has this key.")
        return name.decode()

    def player(self, key: str | None, player: str) -> str:
        """A player as the whole house knows it: `client/player`."""
        return f"{GUEST if key is None else self.of_key(key)}/{player}"


def free(name: str) -> bool:
    """Nobody can be called like those whom nobody vouches for."""
    return name != GUEST and re.fullmatch(PATTERN, name) is not None
