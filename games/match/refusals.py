"""Refusals that only a match knows."""

from games.kernel.refusals import Refused


class NotPermitted(Refused):
    """The command is for somebody else: the host, or the person in that seat."""

    code = "not_permitted"


class NotRunning(Refused):
    """The game has not begun, or is over."""

    code = "not_running"


class NoSuchSeat(Refused):
    """The match has fewer seats."""

    code = "no_such_seat"


class NoSeatFree(Refused):
    """Somebody sits in every seat."""

    code = "no_seat_free"
