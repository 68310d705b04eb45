"""A cluster is named by any of its servers; what cannot work there is told before anything starts."""

import pytest

from service.config import Config
from service.startup_errors import ConfigError

URL = "redis://one.example:7000"


def test_a_cluster_has_64_partitions_unless_told_otherwise():
    assert Config.from_environment({"REDIS_CLUSTER_URL": URL}).partitions == 64
    assert Config.from_environment({"REDIS_CLUSTER_URL": URL, "PARTITIONS": "128"}).partitions == 128


def test_its_queues_need_a_server_of_their_own():
    with pytest.raises(ConfigError, match="RQ_REDIS_URL is not set"):
        _ = Config.from_environment({"REDIS_CLUSTER_URL": URL}).queue_url
    queue = {"REDIS_CLUSTER_URL": URL, "RQ_REDIS_URL": "redis://two.example/0"}
    assert Config.from_environment(queue).queue_url == "redis://two.example/0"


@pytest.mark.parametrize("url", ["unix:///run/redis.sock", "redis://one.example/3", "http://one.example"])
def test_what_is_no_address_of_a_cluster_is_refused(url):
    with pytest.raises(ConfigError, match="REDIS_CLUSTER_URL must look like"):
        Config.from_environment({"REDIS_CLUSTER_URL": url})


def test_a_child_reads_what_its_parent_decided():
    config = Config.from_environment({"REDIS_CLUSTER_URL": URL})
    assert Config.from_environment(config.as_environment()) == config
