"""What the audit asks of a book whose chain holds; each check keeps the first entry that fails it."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from events.codec import encode
from events.entry import Entry, UnreadableEntry
from games.kernel import Event, Game, Item, Question, Standing, tag_of
from games.match.agenda import GatherPlayers, PlayOn
from games.match.events import MatchOpened
from games.match.state import Match
from service.matches.folding import command_of
from service.verification.replay import Replay

LARGEST_TABLE: Final = 64 * 1024  # bytes; that of no game takes a tenth of it
RULES: Final = re.compile(r"(\w+)/([1-9][0-9]{0,8})", re.ASCII)


class Finding(NamedTuple):
    entry: int | None = None  # the first that fails
    detail: str | None = None
    skipped: bool = False
    not_decided: bool = False  # nothing is wrong with it, nor is it known to be right


class Fold:
    """Every command and event can be read, and the match then waits for something it can wait for."""

    def __init__(self) -> None:
        self.finding = Finding()

    def look(self, replay: Replay, entry: Entry) -> bool:
        """Takes the entry, if that can be done."""
        try:
            misfit = follows_end(replay.match) if replay.match else too_large(replay, entry)
            if misfit is None:
                command_of(entry, replay.game(entry).name)
                after = replay.take(entry)
                misfit = overgrown(after) or misfit_of(after)
                compute_all_shown(after)
        except Exception as failure:  # noqa: BLE001  events that somebody made up can fail in any way
            misfit = describe_failure(failure)
        if misfit:
            self.finding = Finding(entry.version, misfit)
        return misfit is None


def follows_end(before: Match) -> str | None:
    """Whatever the rules were then: the entry that discloses the seed is the last."""
    return "the match was over before" if before.seed is not None else None


def too_large(replay: Replay, entry: Entry) -> str | None:
    """Checked before the table is laid out: a made-up number must not cost us memory."""
    opened = replay.events(entry)[0]
    if isinstance(opened, MatchOpened) and opened.seats > max(replay.game(entry).seats):
        return f"no match has {opened.seats} seats"
    return None


def overgrown(match: Match) -> str | None:
    """Every further entry copies the table, so a made-up one would cost as much each time."""
    size = len(encode(match.table))
    return f"no table takes {size} bytes" if size > LARGEST_TABLE else None


def compute_all_shown(match: Match) -> None:
    """Later readers of the match look at all of this."""
    game, table = match.rules, match.table
    encode(game.view(table))
    if match.status != "open":
        encode([game.score(table), game.places(table)])


def misfit_of(match: Match) -> str | None:
    waits = {"open": GatherPlayers(), "running": PlayOn()}
    if match.agenda[-1:] != ((waits[match.status],) if match.status in waits else ()):
        return f"a match that is {match.status} does not wait for this"
    asked = match.table.agenda
    if match.status == "finished":
        return "the game still asks" if asked and not match.is_too_long else None
    return None if match.status != "running" or can_be_asked(match, asked) else "nobody can be asked this"


def can_be_asked(match: Match, asked: tuple[Item, ...]) -> bool:
    """It leaves only one thing to the rules: whether they have an option for it."""
    if not asked:
        return False
    if isinstance(asked[0], Question):
        return asked[0].seat in range(len(match.seats))
    return isinstance(asked[0], Standing)


def readable_events(replay: Replay, entry: Entry) -> list[Event]:
    """Nothing if the fold will report that it cannot be read."""
    try:
        return replay.events(entry)
    except (ValueError, LookupError):
        return []


class Decisions:
    """Decides every command again, as long as its rules are those of today."""

    def __init__(self) -> None:
        self.stopped: str | None = None
        self._wrong: Finding | None = None
        self._again = 0
        self._other: list[Entry] = []  # decided under other rules
        self._rules = 0  # the version of the last entry

    def look(self, replay: Replay, entry: Entry) -> None:
        if self._wrong:
            return
        try:
            wrong = self._look(replay, entry)
        except Exception as failure:  # noqa: BLE001  so can deciding on made-up events
            wrong = describe_failure(failure)
        if wrong:
            self._wrong = Finding(entry.version, wrong)

    def _look(self, replay: Replay, entry: Entry) -> str | None:
        events = replay.events(entry)
        game = replay.game(entry)
        wrong = self._wrong_rules(game, entry)
        if wrong or entry.rules != game.rules_name:
            self._other.append(entry)
            return wrong
        self._again += 1
        return difference(events, replay.decided(entry))

    def _wrong_rules(self, game: Game[Any], entry: Entry) -> str | None:
        """Otherwise a forger would just name rules that nobody knows any more."""
        said = RULES.fullmatch(entry.rules)
        if said is None or said[1] != game.name:
            return f"{entry.rules!r} are no rules of {game.name}"
        before, self._rules = self._rules, int(said[2])
        if self._rules > game.version:
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


def difference(recorded: list[Event], decided: list[Event]) -> str | None:
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
    """What went wrong with a forged book; a judge that ran out of memory has found nothing out."""
    if isinstance(failure, MemoryError):
        raise failure
    if isinstance(failure, UnreadableEntry) and isinstance(failure.__cause__, Exception):
        failure = failure.__cause__
    return f"{type(failure).__name__}: {failure}"[:300]
