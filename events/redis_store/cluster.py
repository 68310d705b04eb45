"""The same store on a Redis Cluster: every partition lies whole on one of its servers.

An append is one script call to one server there as well; when servers move their partitions, their answers
lead to the new place.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

import redis
from redis.backoff import ConstantBackoff
from redis.cluster import RedisCluster
from redis.retry import Retry

from events.redis_store import appending
from events.redis_store.appending import AppendBatcher
from events.redis_store.store import ANSWER_SECONDS, CONNECT_SECONDS, RedisStore, translate_failures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from events.redis_store.appending import Look, ScriptReply, Words
    from events.redis_store.layout import StreamElement

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

    def run(self, words: Words) -> ScriptReply:
        try:
            return self._client.execute_command("EVALSHA", appending.APPEND_SCRIPT_SHA, *words)
        except redis.exceptions.NoScriptError:
            return self._client.execute_command("EVAL", appending.APPEND_SCRIPT, *words)

    def run_all(self, appends: Sequence[Words]) -> list[ScriptReply]:
        """One trip to each server; what a server does not take goes once more, on its own."""
        by_server = defaultdict[Any, list[int]](list)
        for place, words in enumerate(appends):
            by_server[self._client.get_node_from_key(words[1])].append(place)
        replies: list[ScriptReply] = [None] * len(appends)
        for node, places in by_server.items():
            for place, reply in zip(places, self._run_at(node, [appends[p] for p in places]), strict=True):
                replies[place] = reply
        for place, words in enumerate(appends):
            if isinstance(replies[place], redis.RedisError):
                replies[place] = self._run_alone(words)
        return replies

    def look_all(self, looks: Sequence[Look], most: int) -> list[list[StreamElement] | redis.RedisError]:
        return [self._look_alone(stream, first, most) for stream, first in looks]

    def _look_alone(self, stream: str, first: str, most: int) -> list[StreamElement] | redis.RedisError:
        try:
            found: list[StreamElement] = self._client.xrange(stream, first, "+", most)
        except redis.RedisError as failure:
            return failure
        return found

    def _run_at(self, node: Any, appends: list[Words]) -> list[ScriptReply]:
        try:
            with self._client.get_redis_connection(node).pipeline(transaction=False) as together:
                for words in appends:
                    together.execute_command("EVALSHA", appending.APPEND_SCRIPT_SHA, *words)
                found: list[ScriptReply] = together.execute(raise_on_error=False)
                return found
        except redis.RedisError as failure:
            return [failure] * len(appends)

    def _run_alone(self, words: Words) -> ScriptReply:
        try:
            return self.run(words)
        except (redis.RedisError, redis.exceptions.RedisClusterException, OSError) as failure:
            return failure


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
