"""Client applications: each has a key, and a namespace for its players."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Annotated, Final

import msgspec

from events.store import DocumentChanges, ServerScope, Store
from service.documents import Documents, swap
from service.matches.handler import Request
from service.matches.records.people import GUEST_NAMESPACE
from service.players.names import require_own_name
from service.problem_detail import Detail
from service.problems import ClientExists, ClientUnknown, IdempotencyKeyReused
from service.tokens import derive, hash_token

PATTERN: Final = r"[a-z0-9][a-z0-9-]{1,30}"
ANYHOW: Final = Request()

Name = Annotated[str, msgspec.Meta(pattern=f"^{PATTERN}$")]


class Client(msgspec.Struct, frozen=True, kw_only=True):
    name: Name
    key: str  # hashed
    made_at: int
    removed: bool = False  # its name stays taken: its next owner would speak for its players


_SCOPE: Final = ServerScope("clients")
_CLIENTS: Final = Documents[ServerScope, str, Client]("names", str, Client)
# The name by the hash of the key.
_NAMES_BY_KEY: Final = Documents[ServerScope, str, str]("keys", str, str)
# The fingerprint of the request that registered a client, by its cause.
_REQUESTS: Final = Documents[ServerScope, str, str]("asked", str, str)
_COUNTER: Final = Documents[ServerScope, str, int]("turn", str, int)
_CHANGES: Final = "turn"


@dataclass(frozen=True, slots=True)
class IssuedKey:
    key: str
    replayed: bool = False


class Clients:
    """Every change is guarded by the number of changes so far."""

    def __init__(self, store: Store, secret: bytes) -> None:
        self._store = store
        self._secret = secret

    def add(self, name: str, now: int, request: Request = ANYHOW, *, by_admin: bool = False) -> IssuedKey:
        """Return its key, shown only now; the same again for the same request."""
        key = self._key(name, request.cause)
        client = Client(name=name, key=hash_token(key), made_at=now)
        while True:
            before = self._count_changes()
            if self._asked_before(request):
                return self._again(name, key)
            self._check_free(name, client.key, by_admin=by_admin)
            asked = {request.cause: request.fingerprint} if request.cause else {}
            if self._swap(
                before,
                _CLIENTS.changes({name: client}),
                _NAMES_BY_KEY.changes({client.key: name}),
                _REQUESTS.changes(asked),
            ):
                return IssuedKey(key)

    def remove(self, name: str) -> bool:
        """Its key is void from then on; its players, their matches and its name stay."""
        while True:
            before, known = self._count_changes(), self.named(name)
            if known is None:
                return False
            gone = msgspec.structs.replace(known, removed=True)
            if self._swap(before, _CLIENTS.changes({name: gone}), _NAMES_BY_KEY.changes({known.key: None})):
                return True

    def _key(self, name: str, cause: str | None) -> str:
        return f"gbk_{derive(self._secret, 'client', name, cause or secrets.token_hex(32)).hex()}"

    def _again(self, name: str, key: str) -> IssuedKey:
        known = self.named(name)
        if known is None or known.key != hash_token(key):
            raise ClientExists(Detail("client_removed"))
        return IssuedKey(key, replayed=True)

    def _asked_before(self, request: Request) -> bool:
        asked = _REQUESTS.get(self._store, _SCOPE, request.cause) if request.cause else None
        if asked is not None and asked != request.fingerprint:
            raise IdempotencyKeyReused(Detail("idempotency_key_used"))
        return asked is not None

    def _check_free(self, name: str, key: str, *, by_admin: bool) -> None:
        """Only the admin hands out a used name again, and never with a key that was once valid for it."""
        require_own_name(name)
        known = self._kept(name)
        again = known is not None and known.removed and by_admin and known.key != key
        if not is_free(name) or (known is not None and not again):
            raise ClientExists(Detail("client_name_taken"))

    def _count_changes(self) -> int | None:
        return _COUNTER.get(self._store, _SCOPE, _CHANGES)

    def _swap(self, before: int | None, *changes: DocumentChanges) -> bool:
        counted = _COUNTER.changes({_CHANGES: (before or 0) + 1})
        return swap(self._store, _SCOPE, _COUNTER.guard(_CHANGES, before), counted, *changes)

    def _kept(self, name: str) -> Client | None:
        return _CLIENTS.get(self._store, _SCOPE, name)

    def named(self, name: str) -> Client | None:
        found = self._kept(name)
        return None if found is None or found.removed else found

    def listed(self) -> list[Client]:
        found = _CLIENTS.all(self._store, _SCOPE).values()
        return sorted((one for one in found if not one.removed), key=lambda client: client.name)

    def of_key(self, key: str) -> str:
        """Return the name of the client that has this key."""
        name = _NAMES_BY_KEY.get(self._store, _SCOPE, hash_token(key))
        if name is None:
            raise ClientUnknown(Detail("client_key_unknown"))
        return name

    def player(self, key: str | None, player: str) -> str:
        """Return the id of a player on the whole server: `client/player`."""
        return f"{GUEST_NAMESPACE if key is None else self.of_key(key)}/{player}"


def is_free(name: str) -> bool:
    """No client may have the name of those whom nobody vouches for."""
    return name != GUEST_NAMESPACE and re.fullmatch(PATTERN, name) is not None
