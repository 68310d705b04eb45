"""Which editions the house has. A board never changes; what is told of it lies apart, as it is read often."""

from __future__ import annotations

from typing import Final

import msgspec

from events.codec import decode, encode
from events.store import DocumentChanges, Guard, ServerScope, Store
from games.kernel.editions.registry import Imprint
from service.editions.told import EditionTold
from service.problem_detail import Detail
from service.problems import BadBook

Worths = dict[int, dict[str, tuple[float, float]]]  # of signs by seats: at the end, at the beginning

MOST_EDITIONS: Final = 400  # of all games: every process that meets one keeps it in memory
MOST_WITH_IMPORTS: Final = 300  # the other places are the operator's, whatever strangers bring in
MOST_OF_ONE: Final = 10  # that one account may bring with imports, so that nobody takes the places of others

_SCOPE: Final = ServerScope("editions")
_TURN: Final = "turn"  # whoever adds an edition increments it, so that nobody counts what is out of date
_BOARDS: Final = "boards"  # game:edition -> the canonical form
_BROUGHT: Final = "brought"  # game:edition -> the account whose import brought it
_WORTHS: Final = "worths"  # game:edition -> what bots have learned of its signs
_TOLD: Final = "told"  # game:edition -> who supplied it, and whether it may be chosen


class StoredEditions:
    """The editions of the whole house, so that every desk and worker finds the same."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def board(self, game: str, edition: str) -> bytes | None:
        """The board of an edition, in its canonical form."""
        return self._store.field(_SCOPE, _BOARDS, name_field(game, edition))

    def told(self, game: str) -> dict[str, EditionTold]:
        """What is known of each, the oldest first."""
        return self.told_of_all().get(game, {})

    def told_of_all(self) -> dict[str, dict[str, EditionTold]]:
        """The same for all games, by their names, in one look."""
        stored = self._store.document(_SCOPE, _TOLD)
        found = {name: decode(record, EditionTold) for name, record in stored.items()}
        by_game: dict[str, dict[str, EditionTold]] = {}
        for name, told in sorted(found.items(), key=lambda each: (each[1].at, each[0])):
            game, _, edition = name.partition(":")
            by_game.setdefault(game, {})[edition] = told
        return by_game

    def keep(self, imprint: Imprint, told: EditionTold, account: str | None = None) -> bool:
        """Raises BadBook where there is no room; what is here already stays as it is.

        `account`: who imports it; None: the operator, who counts for nothing.
        """
        field = name_field(imprint.game, imprint.id)
        while True:
            turn = self._store.field(_SCOPE, _TURN, _TURN)
            if self._store.field(_SCOPE, _TOLD, field) is not None:
                return False
            self._check_room(told, account)
            changes: DocumentChanges = {
                _TURN: {_TURN: str(int(turn or 0) + 1).encode()},
                _BOARDS: {field: imprint.canonical},
                _TOLD: {field: encode(told)},
            }
            if account is not None:
                changes[_BROUGHT] = {field: account.encode()}
            if self._store.swap(_SCOPE, Guard(_TURN, _TURN, turn), changes):
                return True

    def _check_room(self, told: EditionTold, account: str | None) -> None:
        most = MOST_EDITIONS if told.came_with is None else MOST_WITH_IMPORTS
        if len(self._store.fields(_SCOPE, _TOLD)) >= most:
            raise BadBook(Detail("too_many_editions", {"most": most}), entry=1, check="fold")
        if account is not None and self._count_of(account) >= MOST_OF_ONE:
            raise BadBook(Detail("too_many_editions_of_one", {"most": MOST_OF_ONE}), entry=1, check="fold")

    def _count_of(self, account: str) -> int:
        """Return how many it has brought that the operator has not added since."""
        bringer = account.encode()
        brought = [field for field, by in self._store.document(_SCOPE, _BROUGHT).items() if by == bringer]
        told = self._store.chosen(_SCOPE, _TOLD, brought).values()
        return sum(decode(record, EditionTold).came_with is not None for record in told)

    def worths(self, game: str, edition: str) -> Worths | None:
        """None if nobody has learned them."""
        found = self._store.field(_SCOPE, _WORTHS, name_field(game, edition))
        return None if found is None else msgspec.json.decode(found, type=Worths)

    def keep_worths(self, game: str, edition: str, worths: Worths) -> None:
        """Beside the board, where every worker finds them."""
        self._store.put(_SCOPE, _WORTHS, {name_field(game, edition): msgspec.json.encode(worths)})

    def tell(self, game: str, edition: str, told: EditionTold) -> None:
        """Replaces what is told of an edition that is here."""
        self._store.put(_SCOPE, _TOLD, {name_field(game, edition): encode(told)})


def name_field(game: str, edition: str) -> str:
    return f"{game}:{edition}"
