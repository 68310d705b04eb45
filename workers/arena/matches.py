"""Whole matches between bots, without server and store: for the command line and for tournaments."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from events.codec import encode
from events.entry import FIRST_PREV, Entry, seal
from events.seeds import commitment
from games.kernel import Command, Game
from games.match.actor import HOST, Actor
from games.match.commands import OpenMatch, SeatedBot, StartMatch
from games.match.luck import SealedLuck
from games.match.play import Decided, decide, open_match
from games.match.state import LAWS_TODAY, Match
from workers.arena.external_bots import Contestant

MOST_ANSWERS_OF_MATCH: Final = 50_000  # far beyond any match that makes progress


class EndlessMatch(Exception):  # noqa: N818  the name says it
    """These bots do not finish the game: a rule or a heuristic goes in circles."""


@dataclass(frozen=True, slots=True)
class Move:
    """One command, its actor and what followed."""

    actor: Actor
    command: Command
    decided: Decided


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which bot plays which seat, and the number from which all luck of the match comes."""

    game: Game[Any]
    bots: Sequence[Contestant]
    seed: int
    options: dict[str, Any]

    def secret(self, purpose: str) -> bytes:
        return hashlib.sha256(f"{purpose}:{self.seed}".encode()).digest()


def play_moves(pairing: Pairing) -> Iterator[Move]:
    """Yield the match command by command; the same pairing always plays the same."""
    seed = pairing.secret("match")
    name = f"arena-{pairing.seed}"
    opening = OpenMatch(
        game=pairing.game.name,
        edition=pairing.game.editions.default,
        edition_digest=pairing.game.editions.imprint(pairing.game.editions.default).digest,
        seats=len(pairing.bots),
        options=pairing.options,
        visibility="public",
        resigning="bot",
        bots=tuple(SeatedBot(seat, bot.bot) for seat, bot in enumerate(pairing.bots)),
        laws=LAWS_TODAY,
        rated=False,
    )
    move = Move(HOST, opening, open_match(name, opening, commitment(seed)))
    yield move
    move = Move(HOST, StartMatch(), decide(move.decided.match, HOST, StartMatch(), seed))
    yield move
    # A bot draws from luck of its own while it thinks, never from that of the match.
    thinking = SealedLuck(pairing.secret("minds"), name, [], first=0)
    for _ in range(MOST_ANSWERS_OF_MATCH):
        if move.decided.match.status != "running":
            return
        move = answer_question(pairing, move.decided.match, thinking, seed)
        yield move
    raise EndlessMatch(
        f"{pairing.game.name} with seed {pairing.seed} has not ended after {MOST_ANSWERS_OF_MATCH} answers"
    )


def answer_question(pairing: Pairing, match: Match, thinking: SealedLuck, seed: bytes) -> Move:
    question = match.table.agenda[0]
    legal = pairing.game.rules.legal(match.table, question)
    bot = pairing.bots[question.seat]
    command = bot.choose(pairing.game, match.table, legal, thinking)
    actor = Actor.bot(question.seat)
    return Move(actor, command, decide(match, actor, command, seed))


def play_match(pairing: Pairing) -> Match:
    """Play the match and return how it stands at its end."""
    last = deque(play_moves(pairing), maxlen=1).pop()
    return last.decided.match


def play_book(pairing: Pairing) -> Iterator[Entry]:
    """Yield the match as a book. There was no clock, so the times just count up."""
    prev = FIRST_PREV
    for version, move in enumerate(play_moves(pairing), 1):
        entry = seal(
            version=version,
            at=version,
            actor=str(move.actor),
            command=encode(move.command),
            events=encode(move.decided.events),
            rules=pairing.game.rules_name,
            cause=None,
            prev=prev,
        )
        yield entry
        prev = entry.hash
