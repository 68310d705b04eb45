"""One configuration: what the environment says, in every process the same."""

import multiprocessing
import stat
from pathlib import Path

import pytest
from redis import Redis

from service.config import Config, database_of
from service.startup_errors import ConfigError


def test_an_empty_environment_is_a_machine_of_ones_own():
    config = Config.from_environment({})

    assert (config.host, config.port, config.partitions) == ("127.0.0.1", 8080, 1)
    assert config.data.is_absolute()


def test_an_option_wins_over_the_environment_and_an_empty_variable_says_nothing():
    config = Config.from_environment({"PORT": "9000", "HOST": "", "JOB_WORKERS": "3"}, port="9001", data=None)

    assert (config.port, config.host, config.job_workers) == (9001, "127.0.0.1", 3)


def test_a_child_reads_what_its_parent_decided(tmp_path):
    config = Config.from_environment(
        {"CORS_ORIGINS": "https://a.example, http://b.example:81/"}, data=tmp_path
    )

    assert Config.from_environment(config.as_environment()) == config
    assert config.cors_origins == ("https://a.example", "http://b.example:81")


@pytest.mark.parametrize(
    ("book", "queue"),
    [
        ("redis://host:6379", "redis://host:6379?db=1"),
        ("redis://:word@host/3", "redis://:word@host/3?db=4"),
        ("unix:///run/redis.sock?db=0", "unix:///run/redis.sock?db=1"),
        ("rediss://host/0?ssl_cert_reqs=none", "rediss://host/0?ssl_cert_reqs=none&db=1"),
    ],
)
def test_the_queue_lives_in_the_next_database(book, queue):
    assert Config.from_environment({"REDIS_URL": book}).queue_url == queue
    assert Redis.from_url(queue).get_connection_kwargs()["db"] == database_of(queue)
    assert (
        Config.from_environment({"REDIS_URL": book, "RQ_REDIS_URL": "redis://q/0"}).queue_url == "redis://q/0"
    )


def test_a_refused_address_is_not_repeated_since_it_may_hold_a_password():
    with pytest.raises(ConfigError) as refused:
        Config.from_environment({"REDIS_URL": "http://:hunter2@host"})

    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("token", ["short", "with space" * 5, "x" * 201, "ü" * 40])
def test_an_admins_token_that_is_no_good_is_refused_and_not_shown(token):
    with pytest.raises(ConfigError) as refused:
        Config.from_environment({"ADMIN_TOKEN": token})

    assert token not in str(refused.value)


def test_the_admins_token_is_not_shown_by_accident():
    config = Config.from_environment({"ADMIN_TOKEN": "x" * 32})

    assert config.admin_token == "x" * 32
    assert "x" * 32 not in repr(config)


def test_an_api_without_a_book_says_what_to_set():
    with pytest.raises(ConfigError, match="REDIS_URL"):
        _ = Config.from_environment({}).book_url


def test_the_key_is_made_once_and_for_the_owner_alone(tmp_path, monkeypatch):
    monkeypatch.delenv("GRUBENBUCH_SECRET", raising=False)
    config = Config(data=tmp_path / "data")

    assert config.secret == config.secret
    assert stat.S_IMODE((tmp_path / "data/secret").stat().st_mode) == 0o600
    assert [path.name for path in config.data.iterdir()] == ["secret"]


def secret_below(data):
    return Config(data=Path(data)).secret


def test_processes_that_start_together_agree_on_the_key(tmp_path, monkeypatch):
    monkeypatch.delenv("GRUBENBUCH_SECRET", raising=False)
    with multiprocessing.get_context("fork").Pool(8) as pool:
        keys = pool.map(secret_below, [str(tmp_path)] * 32)

    assert len(set(keys)) == 1


def test_a_key_of_the_environment_is_not_written_down(tmp_path, monkeypatch):
    monkeypatch.setenv("GRUBENBUCH_SECRET", "x" * 32)

    assert Config(data=tmp_path).secret == b"x" * 32
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kept", ["", "short"])
def test_a_damaged_key_is_reported_and_not_replaced(tmp_path, monkeypatch, kept):
    monkeypatch.delenv("GRUBENBUCH_SECRET", raising=False)
    (tmp_path / "secret").write_text(kept)

    with pytest.raises(ConfigError, match="damaged"):
        _ = Config(data=tmp_path).secret
    assert (tmp_path / "secret").read_text() == kept
