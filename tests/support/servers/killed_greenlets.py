"""`python -m support.servers.killed_greenlets REDIS_URL`: kills greenlets that append, at any moment.

Redis is paused for writes while one of them has sent and the others wait: for their turn, or, where the first
of all only looked for news, for the answer to what was sent for all of them. Then some are killed, before
Redis goes on or a number of turns of the event loop later. Writes a line of JSON for each round: whether the
others and a later append went through, and how often the entry of each was written.
"""

from gevent import monkey

monkey.patch_all()  # before anything that opens a socket is imported

import json  # noqa: E402  see above
import sys  # noqa: E402
from itertools import product  # noqa: E402
from typing import Final  # noqa: E402

import gevent  # noqa: E402

from events.redis_store.store import connect_redis  # noqa: E402
from events.store import Append, Appended  # noqa: E402
from support.api.entries import entry_after  # noqa: E402

APPENDS: Final = 5
VICTIMS: Final = ((0,), (1,), (2, 3), (0, 1), (0, 1, 2, 3, 4))
TURNS: Final = (None, 0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89)  # None: while Redis is paused
STALLED_SECONDS: Final = 3.0


def main(url):
    for number, (looks, victims, turns) in enumerate(product((False, True), VICTIMS, TURNS)):
        store = connect_redis(url)
        went_through = play_round(store, number, looks, victims, turns)
        written = [len(store.entries(f"m{number}of{one}")) for one in range(APPENDS)]
        said = {"looks": looks, "victims": victims, "turns": turns}
        sys.stdout.write(json.dumps(said | {"went_through": went_through, "written": written}) + "\n")
        store.close()


def play_round(store, number, looks, victims, turns):
    with type(store._redis)(connection_pool=store._redis.connection_pool) as client:
        client.execute_command("CLIENT", "PAUSE", "60000", "WRITE")
        looking = [gevent.spawn(store.new_entries, {"nobody": 0})] if looks else []
        together = [gevent.spawn(append, store, f"m{number}of{one}") for one in range(APPENDS)]
        while not client.info("clients")["blocked_clients"]:
            gevent.sleep(0)
        killed = [together[victim] for victim in victims]
        if turns is None:
            gevent.killall(killed)
        client.execute_command("CLIENT", "UNPAUSE")
    for _ in range(turns or 0):
        gevent.sleep(0)
    gevent.killall(killed)
    later = gevent.spawn(append, store, f"m{number}later")
    gevent.joinall([*looking, *together, later], timeout=STALLED_SECONDS)
    return all(isinstance(one.value, Appended) for one in (*together, later) if one not in killed)


def append(store, match):
    return store.append(Append(match=match, entry=entry_after()))


if __name__ == "__main__":
    main(sys.argv[1])
