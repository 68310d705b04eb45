"""How old shapes are read: bytes and hashes in the book stay, their meaning is brought up to date.

Commands, events and agenda items are stored by their `type`. When the shape of one changes so that what was
written before cannot be read any more, it gets an upcaster here: from its old JSON to its new JSON. Adding a
field with a default needs none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from events.codec import decode_plain, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import msgspec

PlainJson = dict[str, Any]

EVERY_GAME: Final = "*"  # for what belongs to the match around a game


class Upcaster(NamedTuple):
    game: str
    type: str
    old: Callable[[PlainJson], bool]  # is this JSON of the old shape?
    new: Callable[[PlainJson], PlainJson]


# In order of time: the result of one may be old to the next.
UPCASTERS: Final[tuple[Upcaster, ...]] = ()


def lift_shapes(
    raw: bytes | msgspec.Raw, game: str, upcasters: tuple[Upcaster, ...] = UPCASTERS
) -> bytes | msgspec.Raw:
    """Return the same JSON in today's shapes; the very same bytes if nothing in it is old."""
    wanted = list(_concerned(bytes(raw), game, upcasters)) if upcasters else []
    return encode(_lift(decode_plain(raw), wanted)) if wanted else raw


def _concerned(raw: bytes, game: str, upcasters: tuple[Upcaster, ...]) -> Iterator[Upcaster]:
    """Yield the upcasters whose type occurs; a look at the bytes excludes nearly all of them."""
    for upcaster in upcasters:
        if upcaster.game in (game, EVERY_GAME) and b'"%s"' % upcaster.type.encode() in raw:
            yield upcaster


def _lift(said: Any, upcasters: list[Upcaster]) -> Any:
    """From the inside out, since an agenda holds items and an event an agenda."""
    if isinstance(said, list):
        return [_lift(part, upcasters) for part in said]
    if not isinstance(said, dict):
        return said
    said = {name: _lift(part, upcasters) for name, part in said.items()}
    for upcaster in upcasters:
        if said.get("type") == upcaster.type and upcaster.old(said):
            said = upcaster.new(said)
    return said
