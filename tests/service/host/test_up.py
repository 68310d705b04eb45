"""`grubenbuch up`: what it keeps alive, and how it closes."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest
import redis

from service.cli.up import list_processes
from service.config import Config

OPEN = "is open at"
FOREVER = "exec sleep 1000"


def running(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"  # a zombie only waits for its parent to take note


def gone(*pids):
    return not any(running(pid) for pid in pids)


def written(path):
    return path.exists() and path.read_text().split()


def server_pid(data):
    return int(redis.Redis(unix_socket_path=str(data / "redis/redis.sock")).info()["process_id"])


def test_it_says_where_it_is_open_and_what_to_try(open_instance, port):
    instance = open_instance()

    instance.hear(f"http://127.0.0.1:{port}")
    instance.hear(f"docs  http://127.0.0.1:{port}/v1/docs")
    instance.hear(f"curl -s http://127.0.0.1:{port}/v1/games")


def test_the_api_is_ready_before_the_workers_begin(open_instance, port, tmp_path, eventually):
    told = tmp_path / "told"
    asks = f"import urllib.request; print(urllib.request.urlopen('http://127.0.0.1:{port}').status)"
    open_instance(f'follower={sys.executable} -c "{asks}" >{told} && {FOREVER}')

    assert eventually(written, told) == ["200"]


def test_whoever_works_behind_the_api_follows_it(tmp_path):
    specs = list_processes(Config(data=tmp_path, job_workers=1), "unix:///book")

    assert [spec.name for spec in specs if spec.after_the_api] == [
        "dispatcher",
        "worker-1",
        "webhook-sender",
    ]


def test_a_dead_child_is_reported_with_its_last_words_and_started_again(open_instance, tmp_path):
    starts = tmp_path / "starts"
    second = f"echo x >>{starts}; [ $(wc -l <{starts}) = 2 ]"
    instance = open_instance(f"worker-1={second} && {FOREVER}; echo no luck; exit 3")

    line = instance.hear("worker-1")
    instance.hear(OPEN)

    assert "worker-1 ended (exit code 3: no luck)" in line


def test_a_killed_child_is_reported_with_the_signal(open_instance, tmp_path, eventually):
    pid = tmp_path / "pid"
    instance = open_instance(f"dispatcher=echo $$ >{pid}; {FOREVER}")
    instance.hear(OPEN)
    first = int(eventually(written, pid)[0])

    os.kill(first, signal.SIGKILL)

    instance.hear("dispatcher ended (killed by SIGKILL)")
    eventually(lambda: written(pid) and written(pid) != [str(first)])


def test_a_child_that_keeps_dying_ends_the_server_with_its_last_words(open_instance):
    instance = open_instance("worker-1=echo the wheel is broken; exit 1")

    assert instance.ends() == 1
    assert "worker-1 ended 6 times in a row (exit code 1: the wheel is broken)" in instance.said[-1]


def test_a_dead_book_server_is_started_again_on_the_same_book(open_instance, eventually):
    instance = open_instance()
    instance.hear(OPEN)
    first = server_pid(instance.data)
    client = redis.Redis(unix_socket_path=str(instance.data / "redis/redis.sock"))
    client.set("acknowledged", "yes")

    os.kill(first, signal.SIGKILL)
    instance.hear("redis ended (killed by SIGKILL")

    def served():
        try:
            return client.get("acknowledged")
        except redis.RedisError:
            return None

    assert eventually(served) == b"yes"
    assert server_pid(instance.data) != first


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_closes_in_order_and_the_book_last(open_instance, tmp_path, eventually, number):
    order = tmp_path / "order"
    last_wish = (
        "import os, redis, signal, sys\n"
        "def farewell(*_):\n"
        "    alive = redis.Redis.from_url(os.environ['REDIS_URL']).ping()\n"
        f"    open({str(order)!r}, 'a').write(f'{{sys.argv[1]}}:{{alive}} ')\n"
        "    sys.exit()\n"
        "signal.signal(signal.SIGTERM, farewell)\n"
        f"open({str(tmp_path)!r} + '/' + sys.argv[1], 'w').write('ready')\n"
        "while True: signal.pause()\n"
    )
    program = tmp_path / "child.py"
    program.write_text(last_wish)
    wish = f"exec {sys.executable} {program}"
    instance = open_instance(f"dispatcher={wish} dispatcher", f"worker-1={wish} worker-1")
    instance.hear(OPEN)
    server = server_pid(instance.data)
    eventually(written, tmp_path / "dispatcher")
    eventually(written, tmp_path / "worker-1")

    instance.signal(number)

    assert instance.ends() == 0
    assert order.read_text().split() == ["dispatcher:True", "worker-1:True"]
    assert gone(server)
    assert "bye bye" in (instance.data / "logs/redis.log").read_text()


def test_who_asks_twice_does_not_wait(open_instance, tmp_path, eventually):
    pid = tmp_path / "pid"
    instance = open_instance(f"worker-1=trap '' TERM; echo $$ >{pid}; while :; do sleep 1; done")
    instance.hear(OPEN)
    stubborn = int(eventually(written, pid)[0])

    instance.signal(signal.SIGINT)
    instance.hear("Closing")
    instance.signal(signal.SIGINT)

    assert instance.ends() == 0
    assert gone(stubborn)


def test_nothing_outlives_a_supervisor_that_was_killed(open_instance, tmp_path, eventually):
    pids = [tmp_path / "one", tmp_path / "two"]
    instance = open_instance(*(f"{path.name}=echo $$ >{path}; {FOREVER}" for path in pids))
    instance.hear(OPEN)
    family = [int(eventually(written, path)[0]) for path in pids] + [server_pid(instance.data)]

    instance.signal(signal.SIGKILL)

    eventually(gone, *family)
    open_instance().hear(OPEN)


def test_an_own_redis_is_left_alone(open_instance, tmp_path, monkeypatch, eventually):
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/3")
    told = tmp_path / "told"
    instance = open_instance(f"worker-1=echo $REDIS_URL >{told}; {FOREVER}")
    instance.hear(OPEN)

    assert eventually(written, told) == ["redis://127.0.0.1:1/3"]
    assert not (instance.data / "redis").exists()


def test_jobs_have_a_server_of_their_own_that_waits_for_no_disk(tmp_path):
    specs = {spec.name: spec for spec in list_processes(Config(data=tmp_path), "unix:///book")}
    queue = specs["queue"]

    assert queue.argv[queue.argv.index("--appendonly") + 1] == "no"
    place = queue.argv[queue.argv.index("--unixsocket") + 1]
    for name in ("api", "dispatcher", "worker-1", "webhook-sender"):
        assert specs[name].environ["REDIS_URL"] == "unix:///book"
        assert specs[name].environ["RQ_REDIS_URL"] == f"unix://{place}?db=0"
        assert specs[name].stage < queue.stage


@pytest.mark.parametrize("named", [{"redis_url": "redis://one/0"}, {"rq_redis_url": "redis://two/0"}])
def test_who_names_a_server_gets_no_other_for_jobs(tmp_path, named):
    specs = list(list_processes(Config(data=tmp_path, **named), "redis://one/0"))

    assert "queue" not in {spec.name for spec in specs}
    assert specs[0].environ.get("RQ_REDIS_URL") == named.get("rq_redis_url")


def test_memory_is_spared_unless_the_operator_has_set_it_otherwise(tmp_path, monkeypatch):
    monkeypatch.setenv("MALLOC_ARENA_MAX", "7")
    monkeypatch.delenv("MALLOC_TRIM_THRESHOLD_", raising=False)
    specs = list(list_processes(Config(data=tmp_path), "unix:///book"))

    assert {spec.environ["MALLOC_ARENA_MAX"] for spec in specs if spec.name != "queue"} == {"7"}
    assert {spec.environ["MALLOC_TRIM_THRESHOLD_"] for spec in specs if spec.name != "queue"} == {"131072"}


def test_the_help_names_every_option_and_variable(grubenbuch):
    text = grubenbuch("up", "--help").stdout

    for word in ("--port", "--host", "--data", "--workers", "REDIS_URL", "GRUBENBUCH_SECRET", "Ctrl-C"):
        assert re.search(re.escape(word), text)
