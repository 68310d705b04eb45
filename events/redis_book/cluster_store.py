"""The same store on a Redis Cluster: every partition lies whole on one of its servers.

An append is one script call to one server there as well; when servers move their partitions, their answers
lead to the new place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import redis
from redis.backoff import ConstantBackoff
from redis.cluster import RedisCluster
from redis.retry import Retry

from events.redis_book import append_script
from events.redis_book.batching import AppendBatcher
from events.redis_book.redis_store import ANSWER_SECONDS, CONNECT_SECONDS, RedisStore, translate_failures

if TYPE_CHECKING:
    from events.redis_book.batching import ScriptReply

CLUSTER_PARTITIONS: Final = 64  # more than servers, so that each gets about as many as the others
CLUSTER_TRIES: Final = 3  # while a server is replaced or a partition moves
REST_SECONDS: Final = 0.1  # seconds between them

# The worst first: the level of a cluster is that of its weakest server.
DURABILITY_LEVELS: Final = ("evicting", "memory", "unknown", "fsync-no", "fsync-everysec", "fsync-always")


def connect_cluster(url: str, *, partitions: int = CLUSTER_PARTITIONS) -> ClusterStore:
    """`redis://` or `rediss://` of any of its servers; the others are asked for."""
    with translate_failures():
        client = RedisCluster.from_url(
            url,
            protocol=2,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=ANSWER_SECONDS,
            retry=Retry(ConstantBackoff(REST_SECONDS), CLUSTER_TRIES),
        )
    try:
        return ClusterStore(client, partitions=partitions)
    except BaseException:
        client.close()
        raise


class _EachToItsServer(AppendBatcher):
    """Appends to different partitions go to different servers; the client knows which, and follows moves."""

    def run(self, words: list[Any]) -> ScriptReply:
        try:
            return self._client.execute_command("EVALSHA", append_script.APPEND_SCRIPT_SHA, *words)
        except redis.exceptions.NoScriptError:
            return self._client.execute_command("EVAL", append_script.APPEND_SCRIPT, *words)


class ClusterStore(RedisStore):
    def __init__(self, client: RedisCluster, *, partitions: int = CLUSTER_PARTITIONS) -> None:
        client_of_any_kind: Any = client
        super().__init__(client_of_any_kind, partitions=partitions)
        self._together = _EachToItsServer(client_of_any_kind)

    def ping(self) -> None:
        """Every server must answer: a match may lie on any of them."""
        with translate_failures():
            for node in self._redis.get_primaries():
                self._redis.ping(target_nodes=node)

    def durability(self) -> str:
        with translate_failures():
            servers = [self._redis.get_redis_connection(node) for node in self._redis.get_primaries()]
            return min((self._durability_of(server) for server in servers), key=DURABILITY_LEVELS.index)
