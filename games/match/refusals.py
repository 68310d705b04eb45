"""Refusals that only a match knows."""

from games.kernel.refusals import Refused


class NotPermitted(Refused):
    """The command is for somebody else: the host, or the person in that seat."""

    code = "not_permitted"


class NotRunning(Refused):
    """The game has not begun, or is over."""

    code = "not_running"
