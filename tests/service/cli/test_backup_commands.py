"""`backup` and `restore` as people call them."""

import gzip
import os
import resource
import subprocess
import sys

import pytest

from events.redis_store.store import connect_redis
from service.matches.handler import Matches, Request
from service.matches.opening import Opening, open_new
from support.servers.running_instance import ROOT
from support.servers.servers import Server, any_binary


@pytest.fixture
def server():
    with Server(any_binary()) as running:
        store = connect_redis(running.url)
        open_new(Matches(store, b"s" * 32), Opening(game="schiefer", seats=2), Request())
        store.close()
        yield running


def test_a_book_is_written_to_a_file_and_brought_back(server, grubenbuch, tmp_path):
    file, environ = tmp_path / "backup", {"REDIS_URL": server.url, "DATA": str(tmp_path / "data")}
    answer = grubenbuch("backup", file, **environ)
    assert answer.stderr == ""
    assert "1 matches, 1 entries, every book checked" in answer.stdout
    assert "is there already" in grubenbuch("backup", file, **environ).stderr
    assert grubenbuch("backup", file, "--overwrite", **environ).returncode == 0
    answer = grubenbuch("restore", file, "--data", tmp_path / "own")
    assert answer.stdout.startswith("Restored from ")
    answer = grubenbuch("restore", file, **environ)
    assert answer.returncode == 1
    assert "already holds something. Nothing was touched." in answer.stderr


def test_a_backup_of_a_damaged_archive_is_refused_by_name_and_the_older_one_stays(
    server, grubenbuch, tmp_path
):
    file, environ = tmp_path / "backup", {"REDIS_URL": server.url, "DATA": str(tmp_path / "data")}
    assert grubenbuch("backup", file, **environ).returncode == 0
    older, rotten = file.read_bytes(), tmp_path / "data" / "archive" / "ab" / "m2.book.xz"
    rotten.parent.mkdir(parents=True)
    rotten.write_bytes(b"rotten")

    answer = grubenbuch("backup", file, "--overwrite", **environ)

    assert (answer.returncode, answer.stdout) == (1, "")
    assert "No backup was written: the archive of match m2 cannot be read" in answer.stderr
    assert file.read_bytes() == older


def test_a_disk_without_room_is_told_in_one_line_and_the_older_backup_stays(server, grubenbuch, tmp_path):
    file, environ = tmp_path / "backup", {"REDIS_URL": server.url, "DATA": str(tmp_path / "data")}
    assert grubenbuch("backup", file, **environ).returncode == 0
    older = file.read_bytes()

    answer = subprocess.run(
        [sys.executable, "-m", "service.cli", "backup", file, "--overwrite"],
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environ,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
    )

    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr.startswith("grubenbuch: Cannot write")
    assert "Traceback" not in answer.stderr
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["backup"]
    assert file.read_bytes() == older


def test_what_is_no_backup_is_told_in_one_line(grubenbuch, tmp_path):
    file = tmp_path / "backup"
    file.write_bytes(gzip.compress(b"\x00\x00\x00\x02{}"))
    answer = grubenbuch("restore", file, "--data", tmp_path / "data")
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr.startswith("grubenbuch: ")
    assert "Traceback" not in answer.stderr


def test_a_server_that_is_not_there_is_told_in_one_line(grubenbuch, tmp_path):
    answer = grubenbuch("backup", tmp_path / "backup", REDIS_URL="redis://127.0.0.1:1", DATA=str(tmp_path))
    assert answer.returncode == 1
    assert "Traceback" not in answer.stderr
    assert not (tmp_path / "backup").exists()
