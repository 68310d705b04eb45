"""A server under fire: one attack after the other, while a person plays a match against a bot beside them.

./grubenbuch bench siege [--seconds 10] [--undos 11000] [--only NAME] [--small]

Prints for each attack what it was answered, how long the person's requests took and the memory of all
processes after it; at the end the memory of each process before and after. Aim: the person's p99 below 250
ms, memory below 400 MB in all, no process started again, no answer of 5xx but a deliberate 503. A missed aim
is told; the exit code is 1 where something breaks: an answer of 5xx, a process that ended, or half as much
memory again as the aim.
"""

import contextlib
import multiprocessing
import queue
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measuring.attacks import ATTACKS, carry_out, prepare_targets
from measuring.frame import Size, run
from measuring.instance import instance
from measuring.memory import proportional_set
from measuring.person import Person, p99

CALM_SECONDS = 5
MOST_MEMORY = 400  # MB
SLOWEST = 0.25  # seconds, 99 of a hundred


SIZES = {
    "--seconds": Size(10.0, 0.5, "for each attack"),
    "--undos": Size(11_000, 100, "and as many redos of the match whose old versions are read"),
}


def measure(options, sheet):
    with tempfile.TemporaryDirectory(prefix="gb-siege-") as folder, instance(Path(folder)) as (port, up):
        sheet.step("a match with many undos, and a finished one")
        targets = prepare_targets(Path(folder), options.undos)
        names = [options.only] if options.only else list(ATTACKS)
        attackers = [Attacker(name, port, options.seconds, targets) for name in names]
        return lay_siege(sheet, port, up, attackers)


def lay_siege(sheet, port, up, attackers):
    """The exit code."""
    person = Person(port)
    person.start()
    time.sleep(CALM_SECONDS)
    before = memory_of(up)
    print(describe_person("calm", person, time.monotonic() - CALM_SECONDS), flush=True)
    worst, broken = 0.0, 0
    for attacker in sheet.count(attackers, "attacks"):
        began = time.monotonic()
        answers = attacker.attack()
        memory = f"{sum(memory_of(up).values()):4.0f} MB"
        print(describe_person(attacker.name, person, began), f" {memory}   {answers}", flush=True)
        worst = max(worst, p99([asked.took for asked in person.asked if asked.began >= began]))
        broken += sum(count for answer, count in answers.items() if is_failure(answer))
    person.over.set()
    broken += sum(asked.status >= 500 for asked in person.asked)
    sheet.figure(
        "the person's p99 in the worst of the attacks", 1000 * worst, "ms", aim=f"{1000 * SLOWEST:.0f}"
    )
    if person.failures:
        print("the person met", dict(person.failures))
    return judge(sheet, before, memory_of(up), broken) or int(bool(person.failures))


class Attacker:
    """A process that waits for its turn: made while there is one thread, or a fork may take it down."""

    def __init__(self, name, port, seconds, targets):
        self.name = name
        self.turn, self.told = multiprocessing.Event(), multiprocessing.Queue()
        words = (self.turn, name, port, seconds, self.told, targets)
        self.process = multiprocessing.Process(target=wait_for_turn, args=words, daemon=True)
        self.process.start()

    def attack(self):
        """What it was answered."""
        self.turn.set()
        while self.process.is_alive():  # it gives way to all others, so nobody can say how long it takes
            with contextlib.suppress(queue.Empty):
                found = self.told.get(timeout=1)
                self.process.join()
                return found
        with contextlib.suppress(queue.Empty):
            return self.told.get(timeout=1)
        sys.exit(f"the attack {self.name} ended with exit code {self.process.exitcode} and told nothing")


def wait_for_turn(turn, *words):
    turn.wait()
    carry_out(*words)


def is_failure(answer):
    return answer.startswith("5") and not answer.startswith("503 ")


def describe_person(name, person, since):
    took = [asked.took for asked in person.asked if asked.began >= since]
    bots = [seconds for began, seconds in person.bot_took if began >= since]
    middle = 1000 * sorted(took)[len(took) // 2] if took else float("nan")
    bot = f"bot p99 {1000 * p99(bots):5.0f} ms" if bots else "bot -"
    return f"{name:14} {len(took):4} requests  p50 {middle:5.0f} ms  p99 {1000 * p99(took):5.0f} ms  {bot}"


def memory_of(up):
    """MB of each process of the server, shared pages counted once."""
    found = {up: proportional_set(up) / 1000}
    for pid in descendants(up):
        with contextlib.suppress(OSError):
            found[pid] = proportional_set(pid) / 1000
    return found


def descendants(pid):
    children = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    for child in map(int, children.stdout.split()):
        yield child
        yield from descendants(child)


def name_process(pid):
    """One that was called for a single answer may have ended by now."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except FileNotFoundError:
        return "has ended"
    return b" ".join(words[1:4]).decode()[-60:]


def judge(sheet, before, after, broken):
    for pid, size in after.items():
        print(f"{before.get(pid, 0):7.0f} -> {size:5.0f} MB  {name_process(pid)}")
    lost = set(before) - set(after)
    total = sum(after.values())
    print(f"{len(lost)} processes ended, {broken} answers of 5xx")
    sheet.figure("memory in all", total, "MB", aim=str(MOST_MEMORY))
    sheet.figure("processes that ended", len(lost), "processes", aim="0")
    sheet.figure("answers of 5xx", broken, "answers", aim="0")
    return int(total > 1.5 * MOST_MEMORY or broken > 0 or bool(lost))


def add_options(parser):
    parser.add_argument("--only", choices=list(ATTACKS), metavar="NAME", help="one attack instead of all")


if __name__ == "__main__":
    run(measure, __doc__, takes=(330, 60), sizes=SIZES, add_options=add_options)
