"""A port of this machine that nobody listens at.

It lies below those that the system gives to connections, so that none takes it before a server does; that of
a cluster's bus, ten thousand above, lies there as well.
"""

import socket
from random import SystemRandom

FROM, TO = 10_000, 22_000
_given = set()


def free_port():
    while True:
        port = SystemRandom().randrange(FROM, TO)
        if port not in _given and all(map(is_free, (port, port + 10_000))):
            _given.add(port)
            return port


def is_free(port):
    with socket.socket() as trial:
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
