"""Who acts: everyone that an entry or a token can name. The list stands in docs/book.md."""

from __future__ import annotations

import re
from typing import Final, Literal

import msgspec

ActorKind = Literal[
    "host", "seat", "bot", "invited", "client", "clock", "guest", "watch", "admin", "stranger"
]

SeatedKind = Literal["seat", "bot", "invited"]

_SEATED: Final = re.compile(r"(seat|bot|invited):(0|[1-9][0-9]?)")


class Actor(msgspec.Struct, frozen=True):
    """Written as its kind, and its seat after a colon: `host`, `seat:0`, `bot:1`."""

    kind: ActorKind
    seat: int | None = None  # that it plays for, as a person or as its bot, or that is kept for it

    @classmethod
    def parse(cls, text: str) -> Actor:
        """STRANGER for a name that nobody here bears: books come from elsewhere too."""
        if (seated := _SEATED.fullmatch(text)) is None:
            return _UNSEATED.get(text, STRANGER)
        kind: SeatedKind = "bot" if seated[1] == "bot" else "seat" if seated[1] == "seat" else "invited"
        return cls(kind, int(seated[2]))

    @classmethod
    def person(cls, seat: int) -> Actor:
        return cls("seat", seat)

    @classmethod
    def bot(cls, seat: int) -> Actor:
        return cls("bot", seat)

    @classmethod
    def invited(cls, seat: int) -> Actor:
        return cls("invited", seat)

    def __str__(self) -> str:
        return self.kind if self.seat is None else f"{self.kind}:{self.seat}"

    @property
    def is_person(self) -> bool:
        return self.kind == "seat"

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"

    @property
    def is_invited(self) -> bool:
        return self.kind == "invited"


HOST: Final = Actor("host")
CLIENT: Final = Actor("client")
CLOCK: Final = Actor("clock")
GUEST: Final = Actor("guest")
WATCH: Final = Actor("watch")
ADMIN: Final = Actor("admin")
STRANGER: Final = Actor("stranger")

_UNSEATED: Final = {str(actor): actor for actor in (HOST, CLIENT, CLOCK, GUEST, WATCH, ADMIN)}
