"""The first entries of many matches, written as they are by those who open them."""

from functools import cache

import msgspec

from events.codec import encode
from events.entry import FIRST_PREV, seal
from events.store import Append
from games.match.actor import HOST
from games.match.commands import OpenMatch, SeatedBot
from games.match.play import open_match
from games.match.state import LAWS_TODAY, Bot, Clock
from service.matches.index import label, labels, make_summary, player_label

GAMES = ("schiefer", "ruhrschifffahrt", "schichtwechsel")
UNDO = ("off", "own", "consent", "consent", "consent", "consent", "consent")
CLOCKS = (*[None] * 9, Clock(kind="per_answer", seconds=60), Clock(kind="bank", seconds=600))
STATES = ("finished",) * 7 + ("running",) * 2 + ("open",)
BEGAN = 1_700_000_000_000
PLAYER = "tafel/ada"
MATCHES_TO_ONE_OF_PLAYER = 10


def first_entry(number):
    """One match in ten is open, as different as those that people open; of the others little is asked."""
    match = variant(number % len(GAMES), number % len(UNDO), number % len(CLOCKS), bool(number % 4))
    said, status = make_summary(match), STATES[number % len(STATES)]
    listings = labels(match)
    if status != "open":
        said = msgspec.structs.replace(said, status=status)
        listings = {label(), label(match.game), label(status=status), label(match.game, status)}
    if number % MATCHES_TO_ONE_OF_PLAYER == 0:
        listings |= {player_label(PLAYER), player_label(PLAYER, status)}
    entry = seal(
        version=1,
        at=BEGAN + number,
        actor=str(HOST),
        command=b'{"type":"start_match"}',
        events=b"[]",
        rules=f"{match.game}/1",
        cause=None,
        prev=FIRST_PREV,
    )
    return Append(match=f"m{number}", entry=entry, summary=encode(said), labels_added=tuple(sorted(listings)))


@cache
def variant(game, undo, clock, rated):
    """As it stands after its opening, with the second seat free."""
    wanted = OpenMatch(
        game=GAMES[game],
        edition="reconstructed-1",
        seats=2,
        options={},
        visibility="public",
        resigning="bot",
        undo=UNDO[undo],
        clock=CLOCKS[clock],
        rated=rated,
        bots=(SeatedBot(0, Bot("greedy")),),
        laws=LAWS_TODAY,
    )
    return open_match("m", wanted, "").match
