"""The checks of a book whose chain holds: fold, luck and decisions, each with the first entry that fails."""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final, NamedTuple

import msgspec

from events.codec import encode
from events.entry import Entry, UnreadableEntry
from events.seeds import SEED_BYTES
from events.verify import Book
from games.catalogue import GAMES
from games.kernel import Event, Question, Standing, tag_of
from games.kernel.editions.admission import Misprinted, admit
from games.kernel.editions.documents import Unreadable, digest_of
from games.match.agenda import GatherPlayers, PlayOn
from games.match.events import LuckDrawn, MatchOpened, SeedDisclosed
from games.match.luck import RANGE, draw, luck_key
from games.match.state import Match
from service.matches.folding import command_of, read_opening
from service.verification.replay import Replay

LARGEST_TABLE: Final = 64 * 1024  # bytes; that of no game takes a tenth of it
RULES: Final = re.compile(r"(\w+)/([1-9][0-9]{0,8})", re.ASCII)
NO_SEED_YET: Final = "the seed is not disclosed yet"
_SHA_256: Final = re.compile("[0-9a-f]{64}")


class Finding(NamedTuple):
    entry: int | None = None  # the first that fails
    detail: str | None = None
    skipped: bool = False
    not_decided: bool = False  # nothing is wrong with it, nor is it known to be right


def admit_edition(book: Book) -> str | None:
    """Register the edition in a file; return what is wrong with it, None if nothing is or there is none."""
    board = bytes(book.header.board)
    if not board or book.header.game not in GAMES:
        return None
    try:
        played = read_opening(book.entries[0]).edition_digest
        found = digest_of(board)
        if found != played:
            return f"the edition in the header is not the one that was played: its SHA-256 is {found}"
        admit(GAMES[book.header.game], board)
    except (Unreadable, Misprinted) as wrong:
        return f"the edition {book.header.edition!r} cannot be played on: {wrong}"
    except (ValueError, TypeError, LookupError, msgspec.MsgspecError):
        return None  # the fold reports what is wrong with such an entry
    return None


class Fold:
    """Every command and event can be read, and the match then waits for something it can wait for."""

    def __init__(self) -> None:
        self.finding = Finding()

    def check(self, replay: Replay, entry: Entry) -> bool:
        """Take the entry; return whether that was possible."""
        try:
            misfit = self._take(replay, entry)
        except Exception as failure:  # noqa: BLE001  events that somebody made up can fail in any way
            misfit = describe_failure(failure)
        if misfit:
            self.finding = Finding(entry.version, misfit)
        return misfit is None

    def _take(self, replay: Replay, entry: Entry) -> str | None:
        if replay.match is not None:
            if replay.match.seed is not None:  # whatever the rules were: that entry is the last
                return "the match was over before"
        else:  # checked before the table is laid out: a made-up number must not cost us memory
            opened = replay.events(entry)[0]
            if isinstance(opened, MatchOpened) and opened.seats > max(replay.game(entry).seats):
                return f"no match has {opened.seats} seats"
        command_of(entry, replay.game(entry).name)
        match = replay.take(entry)
        size = len(encode(match.table))  # each further entry copies it
        misfit = f"no table takes {size} bytes" if size > LARGEST_TABLE else describe_misfit(match)
        game = match.rules
        encode(game.view(match.table))  # this and the rest is computed by later readers of the match
        if match.status != "open":
            encode([game.score(match.table), game.places(match.table)])
        return misfit


def describe_misfit(match: Match) -> str | None:
    """Return why a match cannot wait for what it waits for.

    Only one thing is left to the rules: whether they have an option for a question.
    """
    waits = {"open": GatherPlayers(), "running": PlayOn()}
    if match.agenda[-1:] != ((waits[match.status],) if match.status in waits else ()):
        return f"a match that is {match.status} does not wait for this"
    asked = match.table.agenda
    if match.status == "finished":
        return "the game still asks" if asked and not match.is_too_long else None
    if match.status != "running":
        return None
    if asked and isinstance(asked[0], Question):
        can_be_asked = asked[0].seat in range(len(match.seats))
    else:
        can_be_asked = bool(asked) and isinstance(asked[0], Standing)
    return None if can_be_asked else "nobody can be asked this"


class Luck:
    """The disclosed seed is the promised one, and every draw follows from it."""

    def __init__(self) -> None:
        self.stopped: str | None = None
        self._match = ""
        self._promised = ""
        self._opened = 0  # the entry with the promise
        self._disclosed: tuple[int, str] | None = None
        self._drawn: list[tuple[int, int, list[str], LuckDrawn]] = []  # entry, next number, words, draws

    def note(self, replay: Replay, entry: Entry) -> None:
        """Note seed and draws, before the entry is taken: words and number of draws are those before it."""
        before = replay.match
        try:
            events = replay.events(entry)
        except (ValueError, LookupError):
            return  # the fold reports that it cannot be read
        for event in events:
            if isinstance(event, MatchOpened) and before is None:
                self._match, self._promised, self._opened = event.match, event.commitment, entry.version
            elif isinstance(event, SeedDisclosed):
                self._disclosed = self._disclosed or (entry.version, event.seed)
            elif isinstance(event, LuckDrawn) and before:
                self._drawn.append((entry.version, before.draws, before.words(), event))

    def commitment(self) -> Finding:
        if self._opened and not _SHA_256.fullmatch(self._promised):
            return Finding(self._opened, "what is promised is no SHA-256")
        if self._disclosed is None:
            return Finding(detail=self.stopped or NO_SEED_YET, skipped=True)
        entry, seed = self._disclosed
        if hashlib.sha256(seed_bytes(seed)).hexdigest() != self._promised:
            return Finding(entry, "the seed is not the one that was committed to")
        if len(seed_bytes(seed)) != SEED_BYTES:
            return Finding(entry, f"a seed has {SEED_BYTES} bytes")
        return Finding()

    def draws(self) -> Finding:
        for entry, number, _, drawn in self._drawn:
            if wrong := find_impossible_draw(number, drawn):
                return Finding(entry, wrong)
        if self.stopped or self._disclosed is None:
            return Finding(detail=self.stopped or NO_SEED_YET, skipped=True)
        if self.commitment().entry:
            return Finding(detail="the seed is another one", skipped=True)
        seed = seed_bytes(self._disclosed[1])
        for entry, _, words, drawn in self._drawn:
            key = luck_key(seed, words)
            for place, (bound, value) in enumerate(drawn.draws, drawn.first):
                if value != draw(key, self._match, place, bound):
                    return Finding(entry, f"draw {place} below {bound} is not {value}")
        return Finding(detail=f"{sum(len(drawn.draws) for *_, drawn in self._drawn)} draws")


def find_impossible_draw(number: int, drawn: LuckDrawn) -> str | None:
    """Return what cannot be a draw, whatever the seed; none could be made below a larger bound."""
    if drawn.first != number:
        return f"the next draw has the number {number}, not {drawn.first}"
    for place, (bound, value) in enumerate(drawn.draws, drawn.first):
        if not 1 < bound <= RANGE or value not in range(bound):
            return f"draw {place} below {bound} cannot be {value}"
    return None


def seed_bytes(seed: str) -> bytes:
    """Return the bytes of a seed; nothing, from which no commitment is made, for what is no seed."""
    try:
        return bytes.fromhex(seed)
    except ValueError:
        return b""


class Decisions:
    """Every command decided again leads to the same events, as long as its rules are those of today."""

    def __init__(self) -> None:
        self.stopped: str | None = None
        self._wrong: Finding | None = None
        self._again = 0
        self._other: list[Entry] = []  # decided under other rules
        self._rules = 0  # the version of the last entry

    def check(self, replay: Replay, entry: Entry) -> None:
        if self._wrong:
            return
        try:
            wrong = self._decide(replay, entry)
        except Exception as failure:  # noqa: BLE001  so can deciding on made-up events
            wrong = describe_failure(failure)
        if wrong:
            self._wrong = Finding(entry.version, wrong)

    def _decide(self, replay: Replay, entry: Entry) -> str | None:
        events = replay.events(entry)
        game = replay.game(entry)
        wrong = self._check_rules(game.name, game.version, entry)
        if wrong or entry.rules != game.rules_name:
            self._other.append(entry)
            return wrong
        self._again += 1
        return describe_difference(events, replay.decided(entry))

    def _check_rules(self, game: str, newest: int, entry: Entry) -> str | None:
        """Return what is wrong with the rules that an entry names: a forger would name some that are gone."""
        named = RULES.fullmatch(entry.rules)
        if named is None or named[1] != game:
            return f"{entry.rules!r} are no rules of {game}"
        before, self._rules = self._rules, int(named[2])
        if self._rules > newest:
            return f"{entry.rules!r} are newer than any this program knows"
        return f"{entry.rules!r} are older than those of the entry before" if self._rules < before else None

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
            not_decided=True,
        )


def describe_difference(recorded: list[Event], decided: list[Event]) -> str | None:
    for place, (then, today) in enumerate(zip(recorded, decided, strict=False), 1):
        if encode(then) != encode(today):
            was, would_be = tag_of(type(then)), tag_of(type(today))
            return f"event {place} is {was}, which does not follow; {would_be} does: {shorten(today)}"
    if len(recorded) < len(decided):
        return f"event {len(recorded) + 1} is missing: {shorten(decided[len(recorded)])}"
    if len(recorded) > len(decided):
        return f"event {len(decided) + 1} does not follow: {shorten(recorded[len(decided)])}"
    return None


def shorten(thing: Any) -> str:
    return encode(thing)[:200].decode(errors="replace")


def describe_failure(failure: Exception) -> str:
    """Return what went wrong with a forged book; raise MemoryError again, which proves nothing."""
    if isinstance(failure, MemoryError):
        raise failure
    if isinstance(failure, UnreadableEntry) and isinstance(failure.__cause__, Exception):
        failure = failure.__cause__
    return f"{type(failure).__name__}: {failure}"[:300]
