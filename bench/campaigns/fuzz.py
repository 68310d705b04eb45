"""Broken requests in great number: every call of the document, every role of the access table.

./grubenbuch bench fuzz [--requests 100000] [--seed 1] [--growth 50]

Methods, paths, queries, headers, bodies of JSON and files of matches are changed by type; the app answers in
this process, over a store in memory. Any 5xx but a deliberate 503, an answer that takes 10 s of work, and
memory that grows by more than --growth MiB after the second server of 2,000 requests fail it. The same seed
asks the same questions.
"""

import resource
import sys
import time

from measuring.frame import Size, run

from service.config import HOME
from service.verification.verifier_pool import FORK_SERVER

sys.path.insert(0, str(HOME / "tests"))

from support.fuzz.campaign import run_campaign

MOST_MEMORY = 3 * 2**30  # a request that wants more is a finding, and must not cost the machine


SIZES = {
    "--requests": Size(100_000, 300),
    "--seed": Size(1, 1),
    "--growth": Size(50, 50, "MiB by which memory may grow"),
}


def measure(options, sheet):
    """The exit code."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    begun = time.perf_counter()
    try:
        report = run_campaign(
            options.requests, options.seed, progress=lambda done: show_progress(sheet, done)
        )
    finally:
        FORK_SERVER.stop()
    show_report(sheet, report, time.perf_counter() - begun)
    return int(bool(report.failures) or report.growth > options.growth)


def show_progress(sheet, report):
    held = report.memory[-1] / 2**20
    sheet.step(f"{report.requests:,} requests, {held:,.0f} MiB, {len(report.failures)} failures")


def show_report(sheet, report, seconds):
    for failure in report.failures:
        print(f"\n{failure}")
    sheet.figure(f"failures in {report.requests:,} requests", len(report.failures), "failures", aim="0")
    sheet.detail("calls that were asked", len(report.operations), "calls")
    sheet.detail("requests a second", report.requests / seconds, "/s")
    for status, times in sorted(report.statuses.items()):
        sheet.detail(f"status {status}", times, "answers")
    for code, times in report.codes.most_common():
        sheet.detail(f"code {code or '(none)'}", times, "answers")
    sheet.figure("memory grew after the second server", report.growth, "MiB", aim="50")
    sheet.figure(f"slowest: {report.slowest[1]}", report.slowest[0], "s", aim="10")


if __name__ == "__main__":
    run(measure, __doc__, takes=(100, 10), sizes=SIZES)
