"""More who read at once than there are connections: they queue, and nobody is turned away."""

import threading
from concurrent.futures import ThreadPoolExecutor

from events.redis_store import store as redis_store
from support.servers.patience import PATIENCE
from support.servers.servers import Server, any_binary


def test_readers_queue_for_a_connection(monkeypatch):
    monkeypatch.setattr(redis_store, "MOST_CONNECTIONS", 1)
    together = threading.Barrier(12)

    def read(_):
        together.wait(PATIENCE)
        return [store.head("nobody") for _ in range(20)]

    with Server(any_binary()) as server:
        store = redis_store.connect_redis(server.url)
        with ThreadPoolExecutor(12) as readers:
            assert list(readers.map(read, range(12))) == [[None] * 20] * 12
        store.close()
