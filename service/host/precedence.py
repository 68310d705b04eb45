"""Priorities where everything shares a machine: those that all others wait for go first.

A process that decides or thinks keeps a core for milliseconds at a time. Meanwhile the server of the book,
and what the kernel does for its fsync, would wait for that core, and all others for them.
"""

import os
from typing import Final

NICE_TO_SERVERS: Final = 5  # much more, and each sign of life of a server or a client interrupts a decision


def let_servers_go_first() -> None:
    os.nice(NICE_TO_SERVERS)
