"""Bots from outside, for tournaments: a function or class of any Python package, or a program.

A program is started once in each process. It reads a question from each line of its standard input and
answers with a line on its standard output; when its input ends, it should end too. docs/minds.md shows both.
"""

from __future__ import annotations

import atexit
import os
import re
import select
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from time import monotonic
from typing import Any, Final, NoReturn

import msgspec

from games.kernel import Chance, Command, Game, Table
from games.match.state import STAND_IN, Bot
from workers.bots.player import MIND_NAMES, Player, UnknownPlayer, parse_player
from workers.bots.policies import Policy

PROGRAM: Final = "cmd:"
PYTHON_PATH: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
MOST_SECONDS_OF_ANSWER: Final = 60.0
LONGEST_ANSWER: Final = 65_536  # bytes
SEEDS_OF_PROGRAM: Final = 1 << 32


class BotFault(Exception):  # noqa: N818  the name says it
    """A bot from outside answers nothing, or nothing that it was offered."""


class ExternalBot(msgspec.Struct, frozen=True, tag=True):
    """Plays in tournaments alone: no book has a name for it."""

    source: str

    def __str__(self) -> str:
        return self.source

    @property
    def bot(self) -> Bot:
        """Return a stand-in for the seat; nothing is written of the match."""
        return STAND_IN

    def choose(self, game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance) -> Command:
        raise NotImplementedError


class PythonBot(ExternalBot, frozen=True):
    """`my.package:Bot`: a function, or a class of which each process makes one."""

    def choose(self, game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance) -> Command:
        command = load_bot(self.source)(game, table, legal, luck)
        if command not in legal:
            raise BotFault(f"{self} answers {command!r}, which is none of the options.")
        return command


class ProgramBot(ExternalBot, frozen=True):
    """`cmd:./my-bot --fast`: a command that speaks JSON lines."""

    def choose(self, game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance) -> Command:
        asked = {
            "game": game.name,
            "question": table.agenda[0],
            "table": table,
            "commands": legal,
            "seed": luck.below(SEEDS_OF_PROGRAM),
        }
        answer = start_program(self.source).ask(msgspec.json.encode(asked, order="deterministic"))
        if not 0 <= answer.choice < len(legal):
            raise BotFault(f"{self} chooses {answer.choice} of {len(legal)} options, counted from 0.")
        return legal[answer.choice]


Contestant = Player | PythonBot | ProgramBot


def parse_contestant(text: str) -> Contestant:
    """Raise UnknownPlayer even for a path that leads nowhere: better now than after the first match."""
    text = text.strip()
    if text.startswith(PROGRAM):
        find_program(text)
        return ProgramBot(text)
    if PYTHON_PATH.fullmatch(text) and text.partition(":")[0] not in MIND_NAMES:
        load_bot(text)
        return PythonBot(text)
    return parse_player(text)


@cache
def load_bot(source: str) -> Policy:
    """Load one in each process. Errors inside the module are its author's to see, with their traceback."""
    module, _, path = source.partition(":")
    try:
        found: Any = import_module(module)
    except ModuleNotFoundError as missing:
        raise UnknownPlayer(f"{source!r} cannot be imported: {missing}.") from missing
    for name in path.split("."):
        found = getattr(found, name, None)
    if not callable(found):
        raise UnknownPlayer(f"{source!r}: {module} has no function and no class {path}.")
    made: Policy = found() if isinstance(found, type) else found
    return made


def find_program(source: str) -> list[str]:
    words = shlex.split(source.removeprefix(PROGRAM))
    if not words or shutil.which(words[0]) is None:
        raise UnknownPlayer(f"{source!r}: there is no program {words[0] if words else ''!r}.")
    return words


class ProgramAnswer(msgspec.Struct, frozen=True):
    """What a program answers: the number of an option, counted from 0."""

    choice: int


class RunningProgram:
    """A program and the pipes to it."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._process = subprocess.Popen(  # noqa: S603  whoever calls for the tournament names it
            find_program(source), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self._received = b""  # what it has said beyond its last line

    def close(self) -> None:
        self._process.terminate()
        self._process.communicate()

    def ask(self, question: bytes) -> ProgramAnswer:
        line = self._converse(question)
        try:
            return msgspec.json.decode(line, type=ProgramAnswer)
        except msgspec.MsgspecError as failure:
            self._fail(f"answers {line[:200]!r}: {failure}")

    def _converse(self, question: bytes) -> bytes:
        pipes = self._process
        assert pipes.stdin is not None  # noqa: S101  made as pipes
        assert pipes.stdout is not None  # noqa: S101  likewise
        try:
            pipes.stdin.write(question + b"\n")
        except BrokenPipeError:
            self._fail("has ended")
        until = monotonic() + MOST_SECONDS_OF_ANSWER
        while b"\n" not in self._received:
            ready, _, _ = select.select([pipes.stdout], [], [], max(until - monotonic(), 0))
            if not ready:
                self._fail(f"has said nothing for {MOST_SECONDS_OF_ANSWER:g} seconds")
            heard = os.read(pipes.stdout.fileno(), LONGEST_ANSWER)
            if not heard or len(self._received) > LONGEST_ANSWER:
                self._fail("has ended" if not heard else "says more than an answer")
            self._received += heard
        line, _, self._received = self._received.partition(b"\n")
        return line

    def _fail(self, how: str) -> NoReturn:
        raise BotFault(f"{self._source} {how}.")


_running: Final[dict[str, RunningProgram]] = {}


def start_program(source: str) -> RunningProgram:
    """Start it once; it ends with this process at the latest, as its input does."""
    if source not in _running:
        _running[source] = RunningProgram(source)
    return _running[source]


@atexit.register
def stop_programs() -> None:
    """End all that were started here."""
    while _running:
        _, program = _running.popitem()
        program.close()
