"""Brings editions from the house into the registry of this process, when a match on one is met."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from events.codec import decode
from events.entry import Entry
from events.export import NO_BOARD
from events.store import Store
from games.catalogue import GAMES
from games.kernel import Game
from games.kernel.editions.admission import admit
from games.kernel.editions.registry import Imprint
from service.editions.records import StoredEditions
from service.editions.told import EditionTold

Offers = tuple[tuple[str, EditionTold], ...]  # editions of this house besides the default


class _Opening(msgspec.Struct):
    """Just enough of the first event to know the board."""

    game: str
    edition: str


def know_edition(store: Store, game: str, edition: str) -> bool:
    """Loads an edition of the house, if it is there; answers whether this process has it now."""
    rules = GAMES[game]
    if edition not in rules.editions:
        canonical = StoredEditions(store).board(game, edition)
        if canonical is not None:
            admit(rules, canonical)
    return edition in rules.editions


def know_edition_of(store: Store, first: Entry) -> None:
    """Loads the board of the match that the entry opens."""
    opening = decode(decode(first.events, list[msgspec.Raw])[0], _Opening)
    know_edition(store, opening.game, opening.edition)


def keep_edition(store: Store, game: str, canonical: bytes, told: EditionTold) -> tuple[Imprint, bool]:
    """Answers whether it is new here; raises Unreadable or Misprinted."""
    imprint = admit(GAMES[game], canonical)
    return imprint, StoredEditions(store).keep(imprint, told)


def offered_editions(store: Store, game: Game[Any]) -> tuple[str, ...]:
    """What a new match may choose, the default first."""
    return (game.editions.default, *(edition for edition, _ in offers_of(store, game)))


def offers_of(store: Store, game: Game[Any]) -> Offers:
    """The editions offered besides the default, with what the house tells of each."""
    return keep_offered(StoredEditions(store).told(game.name))


def offers_of_all(store: Store) -> tuple[Offers, ...]:
    """The same for every game, in the order of the catalogue."""
    told = StoredEditions(store).told_of_all()
    return tuple(keep_offered(told.get(game, {})) for game in GAMES)


def keep_offered(told: Mapping[str, EditionTold]) -> Offers:
    return tuple((edition, each) for edition, each in told.items() if each.offered)


def known_offers(store: Store, game: Game[Any]) -> Offers:
    """The same, with each board loaded into this process."""
    return tuple(each for each in offers_of(store, game) if know_edition(store, game.name, each[0]))


def choose_edition(store: Store, game: Game[Any], wanted: str) -> str:
    """An edition by its id or, among those that are offered, by its name; anything else as it was said."""
    told = StoredEditions(store).told(game.name) if wanted != game.editions.default else {}
    named = [edition for edition, each in told.items() if each.offered and wanted in {edition, each.name}]
    for edition in named[-1:]:
        know_edition(store, game.name, edition)
        return edition
    return wanted


def find_edition(store: Store, game: Game[Any], wanted: str) -> str | None:
    """Any of this house by its id, offered or not; by its name, one that is offered. It is known then."""
    chosen = choose_edition(store, game, wanted)
    return chosen if know_edition(store, game.name, chosen) else None


def travelling_board(game: str, edition: str) -> msgspec.Raw:
    """What a file of a match on it brings along: nothing for the one that is built in."""
    editions = GAMES[game].editions
    return NO_BOARD if edition == editions.default else msgspec.Raw(editions.imprint(edition).canonical)
