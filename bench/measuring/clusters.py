"""A Redis Cluster on loopback for the time of a measurement, each master durable."""

import contextlib
import os

import redis

from measuring.apis import Server, count_calls_of, free_port, process, processor_time
from measuring.servers import until
from service.host.embedded_server import DURABLE, server_binary

SLOTS = 16384
BUS_ABOVE = 10_000  # a master's port: where the others reach it
LAST_PORT = 65_535


class ClusterServers(Server):
    """The address of the first master, and the processor time of all."""

    __slots__ = ("masters", "pids", "queue")

    def settings(self):
        return {"REDIS_CLUSTER_URL": str(self), "RQ_REDIS_URL": self.queue}

    def spent(self):
        return sum(processor_time(pid) for pid in self.pids)

    def count_calls(self, command):
        return sum(count_calls_of(url, command) for url in self.masters)


@contextlib.contextmanager
def redis_cluster(room, masters):
    """Queues cannot run on a cluster, so there is a server for them beside it."""
    with contextlib.ExitStack() as running:
        ports, pids = [free_port_of_master() for _ in range(masters)], []
        for number, port in enumerate(ports):
            own = {"cluster-enabled": "yes", "cluster-config-file": f"nodes-{number}.conf"}
            pids.append(running.enter_context(opened(room / f"master-{number}", port, own)).pid)
        join_masters(ports)
        queue = free_port()
        running.enter_context(opened(room / "queue", queue, {"appendonly": "no"}))
        servers = ClusterServers(f"redis://127.0.0.1:{ports[0]}", pids[0])
        servers.pids, servers.queue = pids, f"redis://127.0.0.1:{queue}"
        servers.masters = [f"redis://127.0.0.1:{port}" for port in ports]
        yield servers


def free_port_of_master():
    while (port := free_port()) + BUS_ABOVE > LAST_PORT:
        pass
    return port


@contextlib.contextmanager
def opened(folder, port, settings):
    folder.mkdir()
    chosen = DURABLE | {"dir": str(folder), "port": str(port), "loglevel": "warning"} | settings
    words = [word for name, value in chosen.items() for word in (f"--{name}", value)]
    with process([server_binary(), *words], os.environ) as running, redis.Redis(port=port) as client:
        until(lambda: answers(client))
        yield running


def answers(client):
    try:
        return client.ping()
    except redis.ConnectionError:
        return False


def join_masters(ports):
    """Each holds its part of the slots."""
    with contextlib.ExitStack() as clients:
        found = [clients.enter_context(redis.Redis(port=port)) for port in ports]
        for number, client in enumerate(found):
            begin, end = (SLOTS * place // len(ports) for place in (number, number + 1))
            client.execute_command("CLUSTER ADDSLOTSRANGE", begin, end - 1)
            found[0].execute_command("CLUSTER MEET", "127.0.0.1", ports[number])
        until(lambda: all(is_whole(client, len(ports)) for client in found))


def is_whole(client, masters):
    told = client.execute_command("CLUSTER INFO")
    known = {str(name): str(value) for name, value in told.items()}
    return known["cluster_state"] == "ok" and known["cluster_known_nodes"] == str(masters)
