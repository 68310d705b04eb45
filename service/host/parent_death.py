"""`python parent_death.py PARENT COMMAND …` becomes the command, which is told to stop when its parent dies.

That is so even if kill -9 ends the parent. It is a program of its own, because Python code between fork and
exec may deadlock. Linux only; elsewhere it just becomes the command, and the next `up` takes over what was
left.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def die_with_parent(word: signal.Signals) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, word)


def main() -> None:
    supervisor, *command = sys.argv[1:]
    die_with_parent(signal.SIGTERM)
    if os.getppid() != int(supervisor):  # the parent died before this took effect
        sys.exit(1)
    os.execv(command[0], command)  # noqa: S606 the command is the supervisor's own, there is no shell


if __name__ == "__main__":
    main()
