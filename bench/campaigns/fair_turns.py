"""Fair turns: who waits how long while strangers let slow bots think and have silent receivers called?

./grubenbuch bench fair_turns [--game schiefer] [--turns 100] [--small]

A person plays against a bot, and a receiver that answers at once is told of entries. Meanwhile each of five
strangers has eight matches of the same game in which two bots think for ten seconds about each answer, and a
hundred receivers take each call and never say a word. Prints p50 and p99 from the person's acknowledged
command to the bot's entry, and from a request to the call that tells of its entry. Aim: 60 ms and 2 s. A
missed aim is told; the exit code is 1 where an answer is missing altogether.
"""

import contextlib
import json
import socket
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

from measuring.attacks import Stranger
from measuring.frame import Size, run
from measuring.instance import instance
from measuring.person import Person

from games.catalogue import GAMES
from support.api.webhook_instance import answers, receiver

OF_ONE_MATCH = 5  # webhooks, as many as one token may have
PATIENCE = 300  # seconds, for a machine that hangs
BOT_AIM = 0.06
DELIVERY_AIM = 2.0


class Crowd(NamedTuple):
    game: str
    strangers: int
    matches: int  # of each of them
    receivers: int
    milliseconds: int  # that a bot thinks about an answer


SIZES = {
    "--turns": Size(100, 3, "that the bot takes, and deliveries"),
    "--strangers": Size(5, 2),
    "--matches": Size(8, 2, "of each stranger"),
    "--receivers": Size(100, 10, "that say nothing"),
    "--milliseconds": Size(10_000, 10_000, "that a stranger's bot thinks about an answer"),
}


def measure(options, sheet):
    """The exit code."""
    crowd = Crowd(options.game, options.strangers, options.matches, options.receivers, options.milliseconds)
    with contextlib.ExitStack() as running:
        folder = running.enter_context(tempfile.TemporaryDirectory(prefix="gb-fair-turns-"))
        sheet.step("opening a server and drawing a crowd")
        port, _ = running.enter_context(instance(Path(folder)))
        silent = [running.enter_context(silent_receiver()) for _ in range(crowd.receivers)]
        good = running.enter_context(receiver(answers(204)))
        draw_crowd(port, crowd, silent)
        return measure_turns(sheet, Person(port, options.game), options.turns, good)


def silent_receiver():
    """The system takes what is called; nobody ever reads it."""
    return socket.create_server(("127.0.0.1", 0), backlog=512)


def draw_crowd(port, crowd, silent):
    strangers = [Stranger(port, PATIENCE, f"127.0.2.{number + 1}") for number in range(crowd.strangers)]
    for stranger in strangers:
        for _ in range(crowd.matches):
            let_think(stranger, crowd)
    ports = [each.getsockname()[1] for each in silent]
    for number, first in enumerate(range(0, len(ports), OF_ONE_MATCH)):
        stranger = strangers[number % len(strangers)]
        lobby = open_lobby(stranger, ports[first : first + OF_ONE_MATCH])
        threading.Thread(target=come_and_go, args=(stranger, lobby), daemon=True).start()


def let_think(stranger, crowd):
    opened = stranger.open_match(2, crowd.game, mind="search", milliseconds=crowd.milliseconds)
    stranger.ask("POST", f"/v1/matches/{opened['match']}/start", "{}", token=opened["host_token"])


def open_lobby(stranger, ports):
    """A match that tells these receivers of every entry."""
    opened = stranger.open_match()
    for port in ports:
        body = {"match": opened["match"], "url": f"http://127.0.0.1:{port}/", "kinds": ["entry"]}
        stranger.ask("POST", "/v1/webhooks", json.dumps(body), token=opened["host_token"])
    return f"/v1/matches/{opened['match']}/seats"


def come_and_go(stranger, lobby):
    """Entries without end."""
    while stranger.goes_on:
        sit_and_leave(stranger, lobby)
        time.sleep(0.5)


def sit_and_leave(stranger, lobby):
    seated = stranger.ask("POST", lobby, "{}")
    if "seat" in seated:
        stranger.ask("DELETE", f"{lobby}/{seated['seat']}", token=seated["seat_token"])


def measure_turns(sheet, person, turns, good):
    """The exit code."""
    host = Stranger(person.port, PATIENCE, "127.0.3.1")
    lobby = open_lobby(host, [good.server_port])
    person.start()
    delivered = [time_delivery(host, lobby, good) for _ in sheet.count(range(turns), "deliveries")]
    delivered = [seconds for seconds in delivered if seconds is not None]
    while len(person.bot_took) < turns and host.goes_on:
        time.sleep(0.05)
    person.over.set()
    bots = [seconds for _, seconds in list(person.bot_took)]
    report(sheet, "the person's bot", bots, BOT_AIM)
    report(sheet, "the good receiver", delivered, DELIVERY_AIM)
    if person.failures:
        print("the person met", dict(person.failures))
    broken = person.failures or any(one.status >= 500 for one in person.asked)
    return int(len(bots) < turns or len(delivered) < turns or bool(broken))


def time_delivery(host, lobby, good):
    """Seconds from the request to the call; None where it is not called at all."""
    before, began = len(good.heard), time.monotonic()
    sit_and_leave(host, lobby)
    while len(good.heard) == before:
        if not host.goes_on:
            return None
        time.sleep(0.002)
    took = time.monotonic() - began
    while len(good.heard) < before + 2 and host.goes_on:  # of the leaving, too
        time.sleep(0.002)
    return took


def report(sheet, who, seconds, aim):
    if not seconds:
        print(f"{who} never had a turn")
        return
    sheet.spread(who, [1000 * one for one in seconds], aim=f"{1000 * aim:,.0f}")


def add_options(parser):
    parser.add_argument("--game", choices=sorted(GAMES), default="schiefer")


if __name__ == "__main__":
    run(measure, __doc__, takes=(70, 15), sizes=SIZES, add_options=add_options)
