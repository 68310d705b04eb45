"""The power of a whole cluster fails, again and again, while everybody writes."""

from random import Random

import pytest

from events.redis_store.cluster import connect_cluster
from service.host.server_files import cut_torn_end
from support.servers.cluster_load import everything_is_there, under_load
from support.servers.clusters import MASTERS, Cluster
from support.servers.powercuts import WatchedServer, tracer
from support.servers.servers import redis_binary

CUTS = 3


@pytest.fixture
def cluster():
    binary = redis_binary() or pytest.skip("no redis-server on this machine")
    tracer() or pytest.skip("no strace on this machine")
    with Cluster(binary, WatchedServer) as running:
        yield running


def test_what_was_acknowledged_is_there_when_the_power_is_back(cluster):
    random, acknowledged = Random(9), []

    def cut():
        """All at once; the last time only one of them."""
        gone = cluster.masters if len(cluster.masters[0].cuts) < CUTS - 1 else cluster.masters[1:2]
        for master in gone:
            master.kill()
        for master in gone:
            master.cut_back(random)
            cut_torn_end(master.folder)
            master.start()
        cluster.until(lambda: all(cluster.settled(number) for number in range(MASTERS)))

    for _ in range(CUTS):
        acknowledged += under_load(cluster, cut)

    store = connect_cluster(cluster.url)
    everything_is_there(store, acknowledged)
    store.close()
