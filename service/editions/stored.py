"""The editions that are stored on this server, and how they get into the registry of a process.

A board never changes; its record is another document, as it is read often.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, NamedTuple

import msgspec

from events.codec import decode
from events.entry import Entry
from events.export import NO_BOARD
from events.store import ServerScope, Store
from games.catalogue import GAMES
from games.kernel import Game
from games.kernel.editions.admission import admit
from games.kernel.editions.registry import Imprint
from games.kernel.quantities import doc
from service.documents import Documents, swap
from service.problem_detail import Detail
from service.problems import BadBook

Worths = dict[int, dict[str, tuple[float, float]]]  # of signs by seats: at the end, at the beginning

MOST_EDITIONS: Final = 400  # of all games: every process that meets one keeps it in memory
MOST_WITH_IMPORTS: Final = 300  # the other places are the operator's, whatever strangers bring in
MOST_OF_ONE: Final = 10  # that one account may bring with imports, so that nobody takes the places of others


class EditionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What is recorded of an edition besides its board, so that a name in it can be forgotten."""

    name: Annotated[str, doc("What its file calls it.")]
    digest: Annotated[str, doc("SHA-256 of its canonical form.")]
    at: Annotated[int, doc("Since when it is here, UTC milliseconds.")]
    supplied_by: Annotated[str | None, doc("Who supplied it, as the operator says; null: nobody says.")] = (
        None
    )
    based_on: Annotated[str | None, doc("The edition its file says the difference to; null: none.")] = None
    came_with: Annotated[str | None, doc("The imported match that brought it; null: the operator did.")] = (
        None
    )
    offered: Annotated[bool, doc("Whether new matches may choose it.")] = True


class EditionKey(NamedTuple):
    """An edition of a game."""

    game: str
    edition: str

    def __str__(self) -> str:
        return f"{self.game}:{self.edition}"

    @classmethod
    def parse(cls, text: str) -> EditionKey:
        game, _, edition = text.partition(":")
        return cls(game, edition)


Offers = tuple[tuple[str, EditionRecord], ...]  # editions that are stored and may be chosen

_SCOPE: Final = ServerScope("editions")
# In the canonical form.
_BOARDS: Final = Documents[ServerScope, EditionKey, bytes]("boards", EditionKey.parse, bytes)
_RECORDS: Final = Documents[ServerScope, EditionKey, EditionRecord]("told", EditionKey.parse, EditionRecord)
# The account whose import brought it.
_BROUGHT: Final = Documents[ServerScope, EditionKey, str]("brought", EditionKey.parse, str)
# What bots have learned of its signs.
_WORTHS: Final = Documents[ServerScope, EditionKey, Worths](
    "worths",
    EditionKey.parse,
    dict,
    read=lambda stored: msgspec.json.decode(stored, type=Worths),
    write=msgspec.json.encode,
)
# The number of changes: whoever adds an edition increments it, so that nobody counts what is out of date.
_CHANGES: Final = Documents[ServerScope, str, int]("turn", str, int)
_CHANGE: Final = "turn"


class StoredEditions:
    """The editions of the whole server, the same for every process."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def board(self, game: str, edition: str) -> bytes | None:
        """Return the board of an edition, in its canonical form."""
        return _BOARDS.get(self._store, _SCOPE, EditionKey(game, edition))

    def records(self, game: str) -> dict[str, EditionRecord]:
        """Return the record of each edition, the oldest first."""
        return self.records_of_all().get(game, {})

    def records_of_all(self) -> dict[str, dict[str, EditionRecord]]:
        """Return the same for all games, by their names, in one look."""
        found = _RECORDS.all(self._store, _SCOPE)
        by_game: dict[str, dict[str, EditionRecord]] = {}
        for (game, edition), record in sorted(found.items(), key=lambda each: (each[1].at, str(each[0]))):
            by_game.setdefault(game, {})[edition] = record
        return by_game

    def keep(self, imprint: Imprint, record: EditionRecord, account: str | None = None) -> bool:
        """Store an edition unless it is here already; raise BadBook where there are too many.

        `account`: who imports it; None: the operator, who counts for nothing.
        """
        key = EditionKey(imprint.game, imprint.id)
        while True:
            changes = _CHANGES.get(self._store, _SCOPE, _CHANGE)
            if _RECORDS.get(self._store, _SCOPE, key) is not None:
                return False
            self._check_room(record, account)
            if swap(
                self._store,
                _SCOPE,
                _CHANGES.guard(_CHANGE, changes),
                _CHANGES.changes({_CHANGE: (changes or 0) + 1}),
                _BOARDS.changes({key: imprint.canonical}),
                _RECORDS.changes({key: record}),
                _BROUGHT.changes({} if account is None else {key: account}),
            ):
                return True

    def _check_room(self, record: EditionRecord, account: str | None) -> None:
        most = MOST_EDITIONS if record.came_with is None else MOST_WITH_IMPORTS
        if len(_RECORDS.keys(self._store, _SCOPE)) >= most:
            raise BadBook(Detail("too_many_editions", {"most": most}), entry=1, check="fold")
        if account is not None and self._count_of(account) >= MOST_OF_ONE:
            raise BadBook(Detail("too_many_editions_of_one", {"most": MOST_OF_ONE}), entry=1, check="fold")

    def _count_of(self, account: str) -> int:
        """Return how many it has brought that the operator has not added since."""
        brought = [key for key, by in _BROUGHT.all(self._store, _SCOPE).items() if by == account]
        records = _RECORDS.some(self._store, _SCOPE, brought).values()
        return sum(record.came_with is not None for record in records)

    def worths(self, game: str, edition: str) -> Worths | None:
        """Return None if nobody has learned them."""
        return _WORTHS.get(self._store, _SCOPE, EditionKey(game, edition))

    def keep_worths(self, game: str, edition: str, worths: Worths) -> None:
        """Store them beside the board, where every worker finds them."""
        _WORTHS.put(self._store, _SCOPE, {EditionKey(game, edition): worths})

    def change(self, game: str, edition: str, record: EditionRecord) -> None:
        """Replace the record of an edition that is here."""
        _RECORDS.put(self._store, _SCOPE, {EditionKey(game, edition): record})


class _Opening(msgspec.Struct):
    """Just enough of the first event to know the board."""

    game: str
    edition: str


def know_edition(store: Store, game: str, edition: str) -> bool:
    """Load a stored edition into the registry of this process; return whether the process has it now."""
    rules = GAMES[game]
    if edition not in rules.editions:
        canonical = StoredEditions(store).board(game, edition)
        if canonical is not None:
            admit(rules, canonical)
    return edition in rules.editions


def know_edition_of(store: Store, first: Entry) -> None:
    """Load the board of the match that the entry opens."""
    opening = decode(decode(first.events, list[msgspec.Raw])[0], _Opening)
    know_edition(store, opening.game, opening.edition)


def keep_edition(store: Store, game: str, canonical: bytes, record: EditionRecord) -> tuple[Imprint, bool]:
    """Store an edition and return whether it is new here; raise Unreadable or Misprinted."""
    imprint = admit(GAMES[game], canonical)
    return imprint, StoredEditions(store).keep(imprint, record)


def offered_editions(store: Store, game: Game[Any]) -> tuple[str, ...]:
    """Return what a new match may choose, the default first."""
    return (game.editions.default, *(edition for edition, _ in offers_of(store, game)))


def offers_of(store: Store, game: Game[Any]) -> Offers:
    """Return the editions offered besides the default, with the record of each."""
    return only_offered(StoredEditions(store).records(game.name))


def offers_of_all(store: Store) -> tuple[Offers, ...]:
    """Return the same for every game, in the order of the catalogue."""
    records = StoredEditions(store).records_of_all()
    return tuple(only_offered(records.get(game, {})) for game in GAMES)


def only_offered(records: Mapping[str, EditionRecord]) -> Offers:
    return tuple((edition, each) for edition, each in records.items() if each.offered)


def known_offers(store: Store, game: Game[Any]) -> Offers:
    """Return the same, with each board loaded into this process."""
    return tuple(each for each in offers_of(store, game) if know_edition(store, game.name, each[0]))


def choose_edition(store: Store, game: Game[Any], wanted: str) -> str:
    """Find a stored edition by its id, or an offered one by its name; return anything else unchanged."""
    records = StoredEditions(store).records(game.name) if wanted != game.editions.default else {}
    named = [edition for edition, each in records.items() if each.offered and wanted in {edition, each.name}]
    for edition in named[-1:]:
        know_edition(store, game.name, edition)
        return edition
    return wanted


def find_edition(store: Store, game: Game[Any], wanted: str) -> str | None:
    """Find a stored edition by its id, or one that is offered by its name; then this process has it."""
    chosen = choose_edition(store, game, wanted)
    return chosen if know_edition(store, game.name, chosen) else None


def travelling_board(game: str, edition: str) -> msgspec.Raw:
    """Return the board for the file of a match on it: none for the edition that is built in."""
    editions = GAMES[game].editions
    return NO_BOARD if edition == editions.default else msgspec.Raw(editions.imprint(edition).canonical)
