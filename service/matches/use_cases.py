"""The use cases: where rules meet the book."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import msgspec

from events.seeds import commitment, new_seed
from events.store import Store
from games.kernel import Command, Table
from games.match.actor import CLOCK, GUEST, HOST, WATCH, Actor
from games.match.commands import (
    AnswerPause,
    AnswerUndo,
    CancelMatch,
    ExpireClock,
    ExpireGathering,
    ExpireUndo,
    LeaveSeat,
    OpenMatch,
    Pause,
    Redo,
    RenewToken,
    Resign,
    Resume,
    SeatBot,
    StartMatch,
    TakeSeat,
    Undo,
)
from games.match.events import SeatTaken
from games.match.play import open_match
from games.match.reasons import MATCH_IS_OVER, NOT_STARTED
from games.match.seating import ResignOwnSeat, TakeAnySeat
from games.match.state import Bot, Match, Parent, Visibility
from service.clock import now_ms
from service.matches.callers import require_reader, require_right_to_show
from service.matches.folding import events_of, fold_match_at, read_opening
from service.matches.live import Live, MatchRepository
from service.matches.opening import Forking, Opening, checked_opening, forking, settle_edition
from service.matches.records.changes import Newcomer, RecordChanges
from service.matches.records.notices import NOTHING_SAID, Notice, Notices
from service.matches.records.people import People, Person
from service.matches.records.whereabouts import Whereabouts
from service.matches.refusals import because
from service.matches.rematch import invite_again, keep_for_players, rematch_id, rematch_opening
from service.matches.shared_entry_cache import SharedEntryCache
from service.matches.together import AnswerToWish, TogetherWriter, Wish
from service.matches.writing import Request, Writer, Written, go_on
from service.problem_detail import Detail
from service.problems import NotNow, UnknownEntry, UnknownMatch
from service.tokens import hash_token, match_id, new_token

TIME_TO_START: Final = 7 * 24 * 3600 * 1000  # milliseconds


@dataclass(frozen=True, slots=True)
class Beside:
    """What is kept of a new match beside its book."""

    notice: Notice = NOTHING_SAID
    codes: tuple[int, ...] = ()  # seats that are reserved for anyone who shows an invitation code
    players: Mapping[int, str] = field(default_factory=dict)  # and those that are for a player of a client
    invited: Mapping[str, Actor] = field(default_factory=dict)  # by hashes of tokens they have


@dataclass(frozen=True, slots=True)
class Opened:
    written: Written
    match: str
    commitment: str
    host_token: str
    watch_token: str | None
    codes: Mapping[int, str]  # invitation codes by their seats


@dataclass(frozen=True, slots=True)
class Seated:
    written: Written
    seat: int
    seat_token: str


NOTHING_BESIDE: Final = Beside()


class Matches:
    """One instance a process, over one store."""

    def __init__(  # noqa: PLR0913  what the house decides of its matches
        self,
        store: Store,
        secret: bytes,
        clock: Callable[[], int] = now_ms,
        seeds: Callable[[], bytes] = new_seed,
        *,
        time_to_start: int = TIME_TO_START,
        shared_entries: SharedEntryCache | None = None,
        give_way: Callable[[], None] = go_on,
    ) -> None:
        """`time_to_start` in milliseconds; 0: a new match waits for its start without end.

        `give_way` is called between the commands of one request, for others that wait.
        """
        self.store = store
        self.repository = MatchRepository(store, shared_entries=shared_entries)
        self.secret = secret
        self._seeds = seeds
        self.clock = clock
        self._time_to_start = time_to_start
        self.give_way = give_way
        self._writer = Writer(store, self.repository, clock, give_way)
        self._together = TogetherWriter(store, self.repository, self._writer)

    def open(self, wanted: Opening, request: Request, beside: Beside = NOTHING_BESIDE) -> Opened:
        return self._open(checked_opening(settle_edition(self.store, wanted)), request, beside)

    def find_rematch(self, match: str) -> str | None:
        """GB-33"""
        found = rematch_id(self.secret, match)
        return None if self.store.head(found) is None else found

    def rematch(self, live: Live, request: Request) -> Opened:
        """Raises TooBusy if somebody else opens it at the same time."""
        people = People(self.store).of_match(live.match.id)
        beside = Beside(players=keep_for_players(live, people), invited=invite_again(live))
        wanted = checked_opening(rematch_opening(live))
        return self._open(wanted, request, beside, called=rematch_id(self.secret, live.match.id))

    def fork(self, match: str, version: int, wanted: Forking, request: Request) -> Opened:
        """A new match that goes on from a version of another, with a seed of its own."""
        live = self.repository.fresh(match)
        if live is None:
            raise UnknownMatch(Detail("no_such_match", {"match": match}))
        caller = require_reader(live, request.token)
        if not 1 <= version <= live.version:
            raise UnknownEntry(Detail("versions_of_match", {"newest": live.version}), version=live.version)
        then = fold_match_at(self.store, match, version)
        parent = then.match
        if parent.status != "running":
            reason = NOT_STARTED if parent.status == "open" else MATCH_IS_OVER
            raise NotNow(
                Detail("fork_at_question"),
                **because(reason, parent),
            )
        command = forking(parent, Parent(self.find_id_in_book(live), version, then.hash), wanted)
        require_right_to_show(caller, parent, command.visibility, self._visibility_above(parent))
        return self._open(command, request, NOTHING_BESIDE, parent.table)

    def find_id_in_book(self, live: Live) -> str:
        """The id that an import keeps in its book; others look for it under that."""
        if not live.imported:
            return live.match.id
        return read_opening(self.store.entries(live.match.id, limit=1)[0]).match

    def _visibility_above(self, match: Match) -> Visibility:
        """What the host of a match may show of it: of a fork, only what is shown of its own parent."""
        if match.parent is None:
            return "public"
        above = self.repository.get(match.parent.match)
        return match.visibility if above is None else above.match.visibility

    def _open(
        self,
        command: OpenMatch,
        request: Request,
        beside: Beside,
        table: Table | None = None,
        called: str | None = None,
    ) -> Opened:
        if self._time_to_start:
            until = self.clock() + self._time_to_start
            command = msgspec.structs.replace(command, gathers_until=until)
        match = called or match_id(self.secret, request.cause)
        seed = self._seeds()
        host = new_token(self.secret, match, str(HOST), request.cause)
        watch = new_token(self.secret, match, str(WATCH), request.cause)
        codes = {
            seat: new_token(self.secret, match, str(Actor.invited(seat)), request.cause)
            for seat in beside.codes
        }
        invited = {hash_token(code): Actor.invited(seat) for seat, code in codes.items()}
        tokens = {hash_token(host): HOST, hash_token(watch): WATCH, **invited, **beside.invited}
        changes = RecordChanges(seed=seed, tokens=tokens, reservations=beside.players, opener=request.opener)
        decided = open_match(match, command, commitment(seed), table)
        self._note_beside(match, beside)
        written = self._writer.open(command, decided, request, changes)
        first = read_opening(written.entry)
        private = command.visibility == "private"
        return Opened(written, match, first.commitment, host, watch if private else None, codes)

    def _note_beside(self, match: str, beside: Beside) -> None:
        """Before the match is opened: whom it names can be forgotten from the first moment on."""
        host = beside.notice.host
        named = {*beside.players.values(), *([host.player] if host and host.player else [])}
        for player in sorted(named):
            Whereabouts(self.store).remember(player, match)
        Notices(self.store).post(match, beside.notice)

    def has_opened(self, request: Request) -> bool:
        """The same request opened a match before, and would only be answered again."""
        if request.cause is None:
            return False
        return self.store.cause(match_id(self.secret, request.cause), request.cause) is not None

    def sit_down(self, match: str, seat: int | None, words: str, person: Person, request: Request) -> Seated:
        """Takes the seat asked for, or the first free one. Into a private match only those invited get."""
        token = new_token(self.secret, match, "seat", request.cause)
        command = TakeAnySeat(words) if seat is None else TakeSeat(seat, words)
        newcomer = Newcomer(person, hash_token(token))
        written = self._writer.write(match, command, replace(request, actor=GUEST, newcomer=newcomer))
        events = events_of(written.entry, self.game_of(match))
        return Seated(written, next(event.seat for event in events if isinstance(event, SeatTaken)), token)

    def leave(self, match: str, seat: int, request: Request) -> Written:
        """The seat's token is good for nothing from then on."""
        return self._writer.write(match, LeaveSeat(seat), request)

    def renew_token(self, match: str, seat: int, client: str | None, request: Request) -> Seated:
        """GB-31: the old one is void; `client` is the application whose key the call shows."""
        token = new_token(self.secret, match, "seat", request.cause)
        renewing = replace(request, client=client, renewed=hash_token(token))
        return Seated(self._writer.write(match, RenewToken(seat), renewing), seat, token)

    def seat_bot(self, match: str, seat: int, bot: Bot, request: Request) -> Written:
        return self._writer.write(match, SeatBot(seat, bot), request)

    def cancel(self, match: str, request: Request) -> Written:
        """Before the start; the match ends as any other does."""
        return self._writer.write(match, CancelMatch(), request)

    def expire_gathering(self, match: str, request: Request) -> Written:
        return self._writer.write(match, ExpireGathering(), replace(request, actor=CLOCK))

    def start(self, match: str, request: Request) -> Written:
        return self._writer.write(match, StartMatch(), request)

    def resign(self, match: str, seat: int | None, request: Request) -> Written:
        """The caller's own seat, if none is named."""

        command = ResignOwnSeat() if seat is None else Resign(seat)
        return self._writer.write(match, command, request)

    def undo(self, match: str, to: int, request: Request) -> Written:
        """Back to a version: immediately within the barrier, else by a request to the others."""
        return self._writer.write(match, Undo(to), request)

    def redo(self, match: str, request: Request) -> Written:
        return self._writer.write(match, Redo(), request)

    def answer_undo(self, match: str, agree: bool, request: Request) -> Written:  # noqa: FBT001  it is the answer
        return self._writer.write(match, AnswerUndo(agree), request)

    def expire_undo(self, match: str, request: Request) -> Written:
        """The clock's word: nobody answered in time."""
        return self._writer.write(match, ExpireUndo(), replace(request, actor=CLOCK))

    def expire_clock(self, match: str, request: Request) -> Written:
        """The clock's word: whoever is asked has no time left."""
        return self._writer.write(match, ExpireClock(), replace(request, actor=CLOCK))

    def pause(self, match: str, request: Request) -> Written:
        """Asks the others to let the clock stand still."""
        return self._writer.write(match, Pause(), request)

    def answer_pause(self, match: str, agree: bool, request: Request) -> Written:  # noqa: FBT001  it is the answer
        return self._writer.write(match, AnswerPause(agree), request)

    def resume(self, match: str, request: Request) -> Written:
        return self._writer.write(match, Resume(), request)

    def submit(self, match: str, command: Command, request: Request) -> Written:
        """A command of the game itself, by the bearer of a seat's token."""
        return self._writer.write(match, command, request)

    def submit_all(self, match: str, commands: Sequence[Command], request: Request) -> list[Written]:
        """Several commands of the game, all or none."""
        return self._writer.write_all(match, commands, request)

    def submit_each(self, wishes: Sequence[Wish]) -> list[AnswerToWish]:
        """Commands for many matches, each for itself: an answer to each, in order."""
        return self._together.write_each(wishes)

    def submit_for_bot(self, match: str, seat: int, command: Command, request: Request) -> Written:
        """A bot's answer; the request names the version it was chosen at."""
        return self._writer.write(match, command, replace(request, actor=Actor.bot(seat)))

    def game_of(self, match: str) -> str:
        """Never changes, so what this process has seen last is good enough."""
        live = self.repository.seen(match)
        if live is None:
            raise UnknownMatch(Detail("no_such_match", {"match": match}))
        return live.match.game
