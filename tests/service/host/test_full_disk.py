"""`up` where the disk takes no more: one message, whatever could not be written first."""

import os
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from service.files import explain_disk_failures
from service.startup_errors import DiskError
from support.servers.patience import PATIENCE
from support.servers.running_instance import ROOT

UP = [sys.executable, "-m", "service.cli", "up"]
ON_A_SMALL_DISK = 'mount -t tmpfs -o size="$1" tmpfs "$2" && shift 2 && exec "$@"'


def run_up(*words, prefix=(), **settings):
    return subprocess.run(
        [*prefix, *UP, *map(str, words)],
        env=os.environ | {"PYTHONPATH": str(ROOT), "JOB_WORKERS": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        **settings,
    )


def is_one_message(answer):
    assert "Traceback" not in answer.stdout + answer.stderr
    assert answer.returncode == 1
    said = [line for line in answer.stderr.splitlines() if line.startswith("grubenbuch: ")]
    assert len(said) == 1
    return said[0]


@pytest.mark.parametrize("most", [0, 3, 20, 60])
def test_no_file_may_grow_any_more(tmp_path, port, most):
    """As with a quota: the lock, the marker, the server's own files or its log."""

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    said = is_one_message(run_up("--data", tmp_path / "data", "--port", port, preexec_fn=limit))

    assert "File too large" in said or "does not start" in said


def small_disk(size, folder):
    """Of the process and its children alone."""
    return [
        "unshare",
        "--user",
        "--map-root-user",
        "--mount",
        "sh",
        "-c",
        ON_A_SMALL_DISK,
        "sh",
        size,
        folder,
    ]


def may_mount(folder):
    unshare = shutil.which("unshare")
    return (
        unshare
        and not subprocess.run(
            [*small_disk("64k", str(folder)), "true"], capture_output=True, check=False
        ).returncode
    )


@pytest.mark.parametrize("left", [0, 1, 3, 16])
def test_a_full_disk(tmp_path, port, left):
    """With so many pages left: too few to open."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if not may_mount(disk):
        pytest.skip("nothing may be mounted here")
    fill = f'head -c {64 - 4 * left}k /dev/zero >"$0"/filled; exec "$@"'
    prefix = [*small_disk("64k", str(disk)), "sh", "-c", fill, str(disk)]

    said = is_one_message(run_up("--data", disk / "data", "--port", port, prefix=prefix))

    assert "KiB are free" in said or "No space left on device" in said


def test_what_a_disk_does_not_take_is_told_and_a_mistake_of_ours_is_not_hidden(tmp_path):
    with (
        Path("/dev/full").open("wb", buffering=0) as full,
        pytest.raises(DiskError, match=f"into {tmp_path}: No space left"),
        explain_disk_failures(tmp_path),
    ):
        full.write(b"x")
    with pytest.raises(FileNotFoundError), explain_disk_failures(tmp_path):
        (tmp_path / "nowhere" / "x").write_text("")


def test_who_was_killed_is_waited_for(open_instance, tmp_path, monkeypatch):
    """The API of the killed run still holds the port for a while: it is no other program."""
    monkeypatch.setenv("TINY_API_LINGERS", "2")
    instance = open_instance(data=tmp_path / "data")
    instance.hear("is open at")

    instance.signal(signal.SIGKILL)
    instance.process.wait()
    again = open_instance(data=tmp_path / "data")

    again.hear("is open at")
    assert "taken" not in "".join(again.said)
