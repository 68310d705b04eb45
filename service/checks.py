"""What the audit asks of a book whose chain holds; each check keeps the first entry that fails it."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from events.codec import encode
from events.entry import Entry
from games.kernel import Event, Item, Question, Standing
from games.match.agenda import GatherPlayers, PlayOn
from games.match.events import LuckDrawn, MatchOpened, SeedDisclosed
from games.match.luck import draw, luck_key
from games.match.state import Match
from service.replay import Replay

UNDISCLOSED = "the seed is not disclosed yet"


class Finding(NamedTuple):
    entry: int | None = None  # the first that fails
    detail: str | None = None
    skipped: bool = False


class Fold:
    """Every event can be read and applied, and the match then waits for something it can wait for."""

    def __init__(self) -> None:
        self.finding = Finding()

    def look(self, replay: Replay, entry: Entry) -> bool:
        """Takes the entry, if that can be done."""
        try:
            after = replay.take(entry)
            show(after)
            misfit = misfit_of(after)
        except Exception as failure:  # noqa: BLE001  events that somebody made up can fail in any way
            misfit = said(failure)
        if misfit:
            self.finding = Finding(entry.version, misfit)
        return misfit is None


def show(match: Match) -> None:
    """Whoever reads the match later looks at all of this."""
    game, table = match.rules, match.table
    encode([table, game.view(table)])
    if match.status != "open":
        encode([game.score(table), game.places(table)])


def misfit_of(match: Match) -> str | None:
    waits = {"open": GatherPlayers(), "running": PlayOn()}
    if match.agenda[-1:] != ((waits[match.status],) if match.status in waits else ()):
        return f"a match that is {match.status} does not wait for this"
    asked = match.table.agenda
    if match.status == "finished":
        return "the game still asks" if asked else None
    return None if match.status != "running" or can_be_asked(match, asked) else "nobody can be asked this"


def can_be_asked(match: Match, asked: tuple[Item, ...]) -> bool:
    """Only whether the rules have an option for it is left to them."""
    if not asked:
        return False
    if isinstance(asked[0], Question):
        return asked[0].seat in range(len(match.seats))
    return isinstance(asked[0], Standing)


class Luck:
    """The seed and the draws, as far as the book tells them."""

    def __init__(self) -> None:
        self.stopped: str | None = None
        self._match = ""
        self._promised = ""
        self._disclosed: tuple[int, str] | None = None
        self._drawn: list[tuple[int, int, list[str], LuckDrawn]] = []  # entry, next number, words, draws

    def look(self, replay: Replay, entry: Entry) -> None:
        """Before the entry is taken: the words and the number of the next draw are those of then."""
        before = replay.match
        for event in readable(replay, entry):
            if isinstance(event, MatchOpened):
                self._match, self._promised = event.match, event.commitment
            elif isinstance(event, SeedDisclosed):
                self._disclosed = self._disclosed or (entry.version, event.seed)
            elif isinstance(event, LuckDrawn) and before:
                self._drawn.append((entry.version, before.draws, before.words(), event))

    def commitment(self) -> Finding:
        if self._disclosed is None:
            return Finding(detail=self.stopped or UNDISCLOSED, skipped=True)
        entry, seed = self._disclosed
        if hashlib.sha256(seed_bytes(seed)).hexdigest() != self._promised:
            return Finding(entry, "the seed is not the one that was committed to")
        return Finding()

    def draws(self) -> Finding:
        if self.stopped or self._disclosed is None:
            return Finding(detail=self.stopped or UNDISCLOSED, skipped=True)
        if self.commitment().entry:
            return Finding(detail="the seed is another one", skipped=True)
        seed = seed_bytes(self._disclosed[1])
        for entry, number, words, drawn in self._drawn:
            wrong = wrong_draw(luck_key(seed, words), self._match, number, drawn)
            if wrong:
                return Finding(entry, wrong)
        return Finding(detail=f"{sum(len(drawn.draws) for *_, drawn in self._drawn)} draws")


def readable(replay: Replay, entry: Entry) -> list[Event]:
    """Nothing where the fold will say that it cannot be read."""
    try:
        return replay.events(entry)
    except (ValueError, LookupError):
        return []


def wrong_draw(key: bytes, match: str, number: int, drawn: LuckDrawn) -> str | None:
    if drawn.first != number:
        return f"the next draw has the number {number}, not {drawn.first}"
    for place, (bound, value) in enumerate(drawn.draws, drawn.first):
        if bound < 1 or value != draw(key, match, place, bound):
            return f"draw {place} below {bound} is not {value}"
    return None


def seed_bytes(seed: str) -> bytes:
    """Of what is no seed: nothing, which no commitment is made of."""
    try:
        return bytes.fromhex(seed)
    except ValueError:
        return b""


class Decisions:
    """Decides every command again, as long as its rules are those of today."""

    def __init__(self) -> None:
        self.stopped: str | None = None
        self._wrong: Finding | None = None
        self._again = 0
        self._other: list[Entry] = []  # decided under other rules

    def look(self, replay: Replay, entry: Entry) -> None:
        if self._wrong:
            return
        try:
            wrong = self._look(replay, entry)
        except Exception as failure:  # noqa: BLE001  so can deciding on what somebody made up
            wrong = said(failure)
        if wrong:
            self._wrong = Finding(entry.version, wrong)

    def _look(self, replay: Replay, entry: Entry) -> str | None:
        events = replay.events(entry)
        game = replay.game(entry)
        if entry.rules.rpartition("/")[0] != game.name:
            return f"{entry.rules!r} are no rules of {game.name}"
        if entry.rules != game.rules_name:
            self._other.append(entry)
            return None
        self._again += 1
        return difference(events, replay.decided(entry))

    def finding(self) -> Finding:
        if self._wrong:
            return self._wrong
        if self.stopped:
            return Finding(detail=self.stopped, skipped=True)
        if not self._other:
            return Finding(detail=f"{self._again} commands")
        rules = ", ".join(dict.fromkeys(entry.rules for entry in self._other))
        return Finding(
            detail=f"{len(self._other)} of {self._again + len(self._other)} entries, from entry "
            f"{self._other[0].version} on, were decided under other rules than today's: {rules}",
            skipped=not self._again,
        )


def difference(recorded: list[Event], decided: list[Event]) -> str | None:
    for place, (then, today) in enumerate(zip(recorded, decided, strict=False), 1):
        if encode(then) != encode(today):
            return f"event {place} is {tag(then)}, which does not follow; {tag(today)} does: {short(today)}"
    if len(recorded) < len(decided):
        return f"event {len(recorded) + 1} is missing: {short(decided[len(recorded)])}"
    if len(recorded) > len(decided):
        return f"event {len(decided) + 1} does not follow: {short(recorded[len(decided)])}"
    return None


def tag(event: Event) -> str:
    return str(event.__struct_config__.tag)


def short(thing: Any) -> str:
    return encode(thing)[:200].decode(errors="replace")


def said(failure: Exception) -> str:
    return f"{type(failure).__name__}: {failure}"[:300]
