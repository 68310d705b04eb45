"""A server whose power fails: of its append-only file only what was on the disk is left.

`strace` watches its writes and fsyncs. What was written after the last completed fsync may or may not be on
the disk, or only in part: the file is cut back to that fsync, or somewhere after it.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from functools import cache
from pathlib import Path
from random import Random

from support.servers.patience import PATIENCE
from support.servers.servers import DURABLE, Server

CALLS = "write,fsync,fdatasync,ftruncate,truncate"
_CALL = re.compile(r"(?P<call>\w+)\(\d+<(?P<file>[^>]*)>(?:, (?P<told>.*))?")
_TRUNCATED = re.compile(r'truncate\("(?P<file>[^"]*)", (?P<length>\d+)\)')
_ENDED = re.compile(r"= (-?\d+)(?: [A-Z].*)?$")


@cache
def tracer() -> Path | None:
    """None if there is none, or if tracing other processes is forbidden."""
    found = shutil.which("strace")
    trial = found and subprocess.run([found, "-o", "/dev/null", "true"], capture_output=True, check=False)
    return Path(found) if found and trial.returncode == 0 else None


class WatchedServer(Server):
    """Like any other, but slower."""

    def __init__(self, binary: Path, *, settings: tuple[str, ...] = DURABLE, **more) -> None:
        super().__init__(binary, settings=settings, **more)
        self.calls = self.folder / "calls"
        self.cuts: list[int] = []  # bytes that each cut has taken away
        watcher = tracer()
        assert watcher, "there is no strace on this machine"
        words = (watcher, "-f", "--seccomp-bpf", "-qq", "-y", "-s", "0", "-e", f"trace={CALLS}")
        self.before = (*words, "-o", self.calls)

    @property
    def pid(self) -> int:
        return self._own_pid

    def start(self) -> None:
        self.at_start = {file: file.stat().st_size for file in self.files()}
        super().start()
        with self.client() as client:
            self._own_pid = client.info("server")["process_id"]

    def files(self) -> list[Path]:
        return sorted(self.folder.glob("appendonlydir/*.incr.aof"))

    def power_cut(self, random: Random) -> None:
        """The caller that cut it off starts it again."""
        self.kill()
        self.cut_back(random)

    def cut_back(self, random: Random) -> None:
        synced = self.synced()
        for file in self.files():
            there = file.stat().st_size
            safe = synced.get(file, 0)
            assert safe <= there
            left = random.choice([safe, random.randint(safe, there)])
            self.cuts.append(there - left)
            with file.open("r+b") as half:
                half.truncate(left)

    def synced(self) -> dict[Path, int]:
        """How long each file was at its last completed fsync."""
        return Disk(self.at_start).heard(self.calls.read_text(errors="replace").splitlines())

    def _end(self, how: signal.Signals) -> None:
        """The watcher ends with the process it watches, once everything is written down."""
        assert self._process
        os.kill(self._own_pid, how)
        self._process.wait(PATIENCE)
        self._process = None


class Disk:
    """What is certainly on it, judging by the calls made."""

    def __init__(self, lengths: dict[Path, int]) -> None:
        self.written = dict(lengths)
        self.synced = dict(lengths)
        self._begun: dict[str, str] = {}  # process -> a call that has not come to its end

    def heard(self, lines: list[str]) -> dict[Path, int]:
        for line in lines:
            process, _, call = line.partition(" ")
            call = call.lstrip()
            if call.endswith("<unfinished ...>"):
                self._begun[process] = call.removesuffix("<unfinished ...>").rstrip()
            elif " resumed>" in call:
                self._ended(self._begun.pop(process, "") + call.partition(" resumed>")[2])
            else:
                self._ended(call)
        return self.synced

    def _ended(self, call: str) -> None:
        truncated = _TRUNCATED.match(call)
        if truncated:  # a torn end, when the server starts; its own folder is where it stands
            for file in [file for file in self.written if file.match(truncated["file"])]:
                self._cut(file, int(truncated["length"]))
            return
        said, ended = _CALL.match(call), _ENDED.search(call)
        if said is None or ended is None or int(ended[1]) < 0 or not said["file"].endswith(".incr.aof"):
            return
        file, result = Path(said["file"]), int(ended[1])
        if said["call"] == "write":
            self.written[file] = self.written.get(file, 0) + result
        elif said["call"] == "ftruncate":
            self._cut(file, int(re.match(r"\d+", said["told"])[0]))
        else:
            self.synced[file] = self.written.get(file, 0)

    def _cut(self, file: Path, length: int) -> None:
        self.written[file] = length
        self.synced[file] = min(self.synced.get(file, 0), length)
