"""Proxies that cut live streams: all of them after some kilobytes, or one in the middle of an event."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress

LENGTH = 4_000  # bytes of a stream: more than any single event has, and less than any match
LAST_CHUNK = b"\r\n0\r\n\r\n"
EVENT = b"\ndata: "
READ_BY = 0.5  # seconds: a browser forgets what it has not read when a connection breaks
SOON = (b"retry: 2000\n", b"retry: 0010\n")  # so that nobody waits for long


class Cutting:
    def __init__(self, behind):
        host, _, port = behind.partition(":")
        self.behind = host, int(port)
        self.cuts = 0

    def __enter__(self):
        self.door = socket.create_server(("127.0.0.1", 0))
        self.place = f"127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self.let_in, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.door.shutdown(socket.SHUT_RDWR)
        self.door.close()

    def let_in(self):
        with suppress(OSError):
            while True:
                client, _ = self.door.accept()
                server = socket.create_connection(self.behind)
                for task in ((self.ask, client, server), (self.answer, server, client)):
                    threading.Thread(target=task[0], args=task[1:], daemon=True).start()

    def ask(self, client, server):
        with suppress(OSError):
            while asked := client.recv(65536):
                server.sendall(asked)
        with suppress(OSError):
            server.shutdown(socket.SHUT_WR)

    def answer(self, server, client):
        """Until the server has sent enough."""
        left, newest = None, b""  # of a stream
        with client, server, suppress(OSError):
            while said := server.recv(4096):
                if left is None and b"text/event-stream" in said:
                    left = LENGTH
                client.sendall(said.replace(*SOON)[:left])
                newest = (newest + said)[-len(LAST_CHUNK) :]
                if newest == LAST_CHUNK:
                    left = None  # it has ended by itself; what follows on this connection is none
                if left is not None:
                    left -= len(said)
                    if left <= 0:
                        self.cuts += 1
                        break
            hang_up(client, server)


class CuttingWithin(Cutting):
    """The first event that comes along gets half through; all others pass."""

    def answer(self, server, client):
        live = False
        with client, server, suppress(OSError):
            while said := server.recv(65536):
                live = live or b"text/event-stream" in said
                begun = said.find(EVENT) if live and not self.cuts else -1
                if begun >= 0:
                    self.cuts += 1
                    client.sendall(said[: begun + len(said[begun:]) // 2])
                    time.sleep(READ_BY)
                    break
                client.sendall(said)
            hang_up(client, server)


def hang_up(*ends):
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
