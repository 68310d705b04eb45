"""Why a command was not carried out. Codes are stable: clients act on them."""

from __future__ import annotations

from typing import ClassVar

from games.kernel.language import Command, Item, Reason


class Refused(Exception):  # noqa: N818  a refusal is an answer, not an error of ours
    """Nothing happened. `question` is what the game waits for instead."""

    code: ClassVar[str]

    def __init__(self, question: Item | None, command: Command, reason: Reason | None = None) -> None:
        super().__init__(self.code if reason is None else f"{self.code}: {reason.code} ({reason.rule})")
        self.question = question
        self.command = command
        self.reason = reason


class FaultyRules(RuntimeError):  # noqa: N818  the name says it
    """A gap or a circle in the rules of a game: never a player's fault, and nothing has happened."""


class GameIsOver(Refused):
    code = "game_is_over"


class NotYourTurn(Refused):
    code = "not_your_turn"


class NotOffered(Refused):
    """The command is none of the options; `reason` says why if the game shows it as barred."""

    code = "not_offered"
