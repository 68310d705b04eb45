"""How long a start takes: the page of --help, what processes import, and a whole server until it is ready.

./grubenbuch bench start [--rounds 7]

Processor time is that of all processes together and hardly depends on what else the machine does; the time on
the clock does. A round starts each of them once, one after the other; files are warm from the first round on.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from measuring.frame import Size, run
from measuring.instance import free_port, wait_until_ready

from service.config import HOME

SIZES = {"--rounds": Size(7, 1)}
LAUNCHER = str(HOME / "grubenbuch")
IMPORTED = (
    "service.cli",
    "service.cli.up",
    "service.api.app",
    "workers.dispatcher.__main__",
    "workers.main",
)
MOST_FOR_HELP, MOST_FOR_A_HOUSE = "0.3", "1.5"  # seconds on the clock
CHECKED_EVERY = 0.01  # seconds


def measure(options, sheet):
    seconds = {}
    for _ in sheet.count(range(options.rounds + 1), "rounds"):
        for name, taken in start_all():
            seconds.setdefault(name, []).append(taken)
    for name, rounds in seconds.items():
        report(sheet, name, rounds[1:])  # the first one warms


def start_all():
    yield "--help", run_to_the_end(LAUNCHER, "--help")
    for module in IMPORTED:
        yield f"import of {module}", run_to_the_end(sys.executable, "-c", f"import {module}")
    yield "up", open_an_instance()


def report(sheet, name, rounds):
    clocks, processors = zip(*rounds, strict=True)
    if name.startswith("import"):
        sheet.figure(name, 1000 * median(processors), "ms of processor time")
        return
    aim = MOST_FOR_A_HOUSE if name == "up" else MOST_FOR_HELP
    sheet.rounds(f"{name}, by the clock", clocks, "s", aim=aim)
    sheet.figure(f"{name}, processor time", 1000 * median(processors), "ms")


def run_to_the_end(*words):
    """Seconds by the clock, and of processor time."""
    began = time.monotonic()
    started = subprocess.Popen(words, stdout=subprocess.DEVNULL, env=environ())
    _, status, used = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode:
        sys.exit(f"{' '.join(words)} ends with {started.returncode}")
    return time.monotonic() - began, used.ru_utime + used.ru_stime


def open_an_instance():
    """The same, until it says that it is ready; what it uses to close again counts for nobody."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="gb-start-") as data:
        began = time.monotonic()
        words = (LAUNCHER, "up", "--port", str(port), "--data", data)
        up = subprocess.Popen(words, stdout=subprocess.DEVNULL, env=environ(), start_new_session=True)
        try:
            wait_until_ready(port, CHECKED_EVERY)
            return time.monotonic() - began, processor_time(up.pid)
        finally:
            up.send_signal(signal.SIGINT)
            up.wait(60)


def environ():
    return os.environ | {"PYTHONPATH": str(HOME), "PYTHONSAFEPATH": "1"}


def processor_time(parent):
    """Seconds that a process and all below it have used so far, those that have ended among them."""
    ticks, children = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
            continue
        process = int(stat.parent.name)
        children.setdefault(int(fields[1]), []).append(process)
        ticks[process] = sum(map(int, fields[11:15]))
    found = [parent]
    for process in found:
        found += children.get(process, ())
    return sum(ticks.get(process, 0) for process in found) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    run(measure, __doc__, takes=(40, 8), sizes=SIZES)
