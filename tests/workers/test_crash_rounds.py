"""Rounds of kill -9 and power cuts while people play over HTTP; `bench crash_rounds` does a hundred."""

from contextlib import closing

import pytest

from support.servers.clusters import Cluster
from support.servers.crashing_instance import (
    CLUSTER_PARTS,
    PARTS,
    CrashingClusterInstance,
    CrashingInstance,
    Player,
    all_agree,
    power_server,
    rounds,
)
from support.servers.effects import every_effect_once
from support.servers.powercuts import WatchedServer, tracer
from support.servers.servers import Server, redis_binary


@pytest.fixture
def instance():
    with power_server() as server, closing(CrashingInstance(server, seed=1769)) as opened:
        yield opened


def test_nothing_acknowledged_is_lost_and_every_effect_comes_once(instance):
    players = [Player(instance, number) for number in range(2)]

    matches = rounds(instance, players, PARTS * 2)

    instance.ends(matches)
    assert all_agree(instance) > 100
    for match in matches:
        every_effect_once(instance, match)


@pytest.fixture
def instance_on_a_cluster():
    binary = redis_binary() or pytest.skip("no redis-server on this machine")
    tracer() or pytest.skip("no strace on this machine")
    with (
        Server(binary) as queue,
        Cluster(binary, WatchedServer) as cluster,
        closing(CrashingClusterInstance(cluster, queue, seed=1890)) as opened,
    ):
        yield opened


def test_nor_on_a_cluster_whose_masters_die_and_hand_partitions_about(instance_on_a_cluster):
    players = [Player(instance_on_a_cluster, number) for number in range(2)]

    matches = rounds(instance_on_a_cluster, players, CLUSTER_PARTS)

    instance_on_a_cluster.ends(matches)
    assert all_agree(instance_on_a_cluster) > 50
    for match in matches:
        every_effect_once(instance_on_a_cluster, match)
