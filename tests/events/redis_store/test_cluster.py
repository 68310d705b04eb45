"""On a real cluster of three masters: a whole match, partitions that move under load, a master that dies."""

from __future__ import annotations

from collections import Counter

import pytest
import redis

from events.archive.archive import Archive
from events.archive.archived_store import ArchivedStore
from events.entry import walk_chain
from events.redis_store.cluster import connect_cluster
from events.redis_store.store import connect_redis
from events.store import Append, Appended, PartitionsDiffer, StoreUnavailable
from games.catalogue import GAMES
from games.match.commands import SeatedBot, StartMatch
from games.match.state import Bot
from service.config import Config
from service.editions.stored import EditionRecord, keep_edition
from service.host.book_access import reach_book
from service.maintenance.archiving import archive_finished
from service.maintenance.backup import back_up, restore
from service.matches.folding import fold_entries
from service.matches.handler import Matches, Request
from service.matches.opening import Opening, open_new
from service.matches.repository import MatchRepository
from service.startup_errors import DataError
from support.api.entries import entry_after
from support.games.corrected import corrected_imprint
from support.servers.cluster_load import everything_is_there, under_load
from support.servers.clusters import MASTERS, Cluster
from support.servers.servers import redis_binary
from workers.context import WorkerContext
from workers.jobs.bots import answer_all
from workers.jobs.snapshots import take_missing

SECRET = b"s" * 32


@pytest.fixture(scope="module")
def cluster():
    binary = redis_binary() or pytest.skip("no redis-server on this machine")
    with Cluster(binary) as running:
        yield running


@pytest.fixture
def store(cluster):
    cluster.flush()
    opened = connect_cluster(cluster.url)
    yield opened
    opened.close()


def test_the_partitions_lie_on_all_servers(cluster, store):
    slots = {cluster.slot(store._keys.feed(partition)) for partition in range(store.partition_count())}
    assert len(slots) == 64
    assert {cluster.owner(slot) for slot in slots} == set(range(MASTERS))


def test_wherever_a_match_lies_its_edition_is_found(cluster, store):
    imprint, rules = corrected_imprint("schiefer"), GAMES["schiefer"].editions
    keep_edition(
        store, "schiefer", imprint.canonical, EditionRecord(name="my-copy", digest=imprint.digest, at=1)
    )
    matches, bots = Matches(store, SECRET), (SeatedBot(0, Bot("random")), SeatedBot(1, Bot("random")))
    wanted = Opening(game="schiefer", seats=2, bots=bots, edition=imprint.id)
    opened = [open_new(matches, wanted, Request()).match for _ in range(9)]
    assert len({cluster.owner(cluster.slot(store._keys.of_match(match, "entries"))) for match in opened}) > 1
    for match in opened:
        del rules[imprint.id]  # as in a process that has met none of them
        assert MatchRepository(store).get(match).match.edition == imprint.id
    del rules[imprint.id]


def test_a_match_is_played_to_its_end_and_archived(store, tmp_path):
    instance = ArchivedStore(store, Archive(tmp_path))
    matches = Matches(instance, SECRET)
    bots = tuple(SeatedBot(seat, Bot("random")) for seat in range(3))
    opened = open_new(matches, Opening(game="schiefer", seats=3, bots=bots), Request())
    matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
    answer_all(WorkerContext(matches, None, SECRET), opened.match, 2, lambda: False)
    entries = list(walk_chain(store.entries(opened.match)))
    assert store.head(opened.match).closed
    take_missing(instance, opened.match, 100)
    live = MatchRepository(instance).get(opened.match)
    assert (live.version, live.match) == (len(entries), fold_entries(entries))

    assert archive_finished(store, instance.archive, 1 << 50).matches == 1

    assert store.parts()[opened.match] == {"head"}
    assert instance.entries(opened.match) == entries
    assert [head.match for head in instance.listing("").heads] == [opened.match]


def test_a_backup_holds_all_servers_and_is_restored_into_a_cluster_or_one_server(cluster, store, tmp_path):
    entries = {}
    for number in range(12):
        first = entry_after(cause=f"c{number}")
        entries[f"m{number}"] = [first, entry_after(first)]
        for entry in entries[f"m{number}"]:
            store.append(Append(match=f"m{number}", entry=entry, labels_added=("in",)))
    file, config = tmp_path / "backup", Config(redis_cluster_url=cluster.url, data=tmp_path / "data")
    content = back_up(config, file, silent)
    assert (content.matches, content.entries) == (12, 24)

    with pytest.raises(DataError):
        restore(config, file, silent, replace=False)
    restore(config, file, silent, replace=True)
    assert {match: store.entries(match) for match in entries} == entries

    own = Config(data=tmp_path / "own")
    restore(own, file, silent, replace=False)
    with reach_book(own) as url:
        single = connect_redis(url, partitions=64)
        assert {match: single.entries(match) for match in entries} == entries
        assert len(single.listing("in").heads) == 12
        single.close()


def silent():
    """Nobody watches the progress."""


def test_an_append_is_one_call_to_one_server(cluster, store):
    first = entry_after()
    store.append(Append(match="m", entry=first))
    before = calls(cluster)
    store.append(Append(match="m", entry=entry_after(first)))
    assert calls(cluster) - before == Counter({"evalsha": 1})


def test_appends_to_many_matches_are_one_trip_to_each_server(cluster, store, monkeypatch):
    trips = []
    pipeline = redis.Redis.pipeline
    monkeypatch.setattr(
        redis.Redis, "pipeline", lambda *how, **more: trips.append(1) or pipeline(*how, **more)
    )
    before = calls(cluster)

    outcomes = store.append_all([Append(match=f"m{number}", entry=entry_after()) for number in range(30)])

    assert all(isinstance(outcome, Appended) for outcome in outcomes)
    assert len(trips) == MASTERS
    assert sum((calls(cluster) - before).values()) >= len(outcomes)


def calls(cluster):
    counted = Counter()
    for number in range(MASTERS):
        for line in cluster.ask(number, "INFO", "commandstats").decode().splitlines():
            name, _, told = line.removeprefix("cmdstat_").partition(":calls=")
            if told and name in ("evalsha", "eval", "xadd", "hset", "get", "hget", "hmget"):
                counted[name] += int(told.split(",")[0]) * (name in ("evalsha", "eval"))
    return +counted


def test_partitions_move_under_load_and_nothing_is_lost(cluster, store):
    slots = [cluster.slot(store._keys.feed(partition)) for partition in range(store.partition_count())]

    def reshard():
        for turn, slot in enumerate(slots):
            cluster.move(slot, (cluster.owner(slot) + 1 + turn % 2) % MASTERS)

    everything_is_there(store, under_load(cluster, reshard))


def test_a_server_that_dies_comes_back_with_all_it_acknowledged(cluster, store):
    def die():
        cluster.masters[1].kill()
        cluster.masters[1].start()

    everything_is_there(store, under_load(cluster, die))


def test_the_cluster_is_as_durable_as_its_weakest_server(cluster, store):
    for number in range(MASTERS):
        cluster.ask(number, "CONFIG", "SET", "appendfsync", "always")
    assert store.durability() == "fsync-always"
    cluster.ask(2, "CONFIG", "SET", "appendfsync", "everysec")
    assert store.durability() == "fsync-everysec"
    store.ping()


def test_another_number_of_partitions_is_refused(cluster, store):
    with pytest.raises(PartitionsDiffer):
        connect_cluster(cluster.url, partitions=32)


def test_a_cluster_that_is_not_there_is_unavailable():
    with pytest.raises(StoreUnavailable):
        connect_cluster("redis://127.0.0.1:1")


def test_an_append_is_known_again_after_its_partition_has_moved(cluster, store):
    new = Append(match="m", entry=entry_after())
    assert isinstance(store.append(new), Appended)
    slot = cluster.slot(store._keys.of_match("m", "book"))
    cluster.move(slot, (cluster.owner(slot) + 1) % MASTERS)
    assert isinstance(store.append(new), Appended)
    assert store.entries("m") == [new.entry]
