"""What can go wrong before the server starts: shown in one message, without a traceback."""


class Trouble(Exception):  # noqa: N818 the family's name is read in messages to people, not to programmers
    """Grubenbuch cannot start or go on, and the message says what to do about it."""

    exit_code = 1


class ConfigError(Trouble):
    """A setting has a value that makes no sense."""

    exit_code = 2


class DataError(Trouble):
    """The data directory is not ours, not whole, or in use."""


class DiskError(Trouble):
    """The disk is full, or does not take what is written."""


class ServerError(Trouble):
    """The embedded Redis server does not start or does not answer."""


class PortError(Trouble):
    """The address to listen on is taken or not ours to take."""


class GaveUp(Trouble):
    """A process died too often to be started again."""
