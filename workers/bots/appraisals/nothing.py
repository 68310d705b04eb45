"""The appraisal of commands that bring nothing by themselves, in any game."""

from typing import Any


def worth_nothing(game: Any, seat: int, command: Any) -> float:  # noqa: ARG001  as all are called
    return 0.0
