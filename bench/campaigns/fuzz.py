"""Broken requests in great number: every call of the document, every role of the access table.

./grubenbuch bench fuzz [--requests 100000] [--seed 1] [--growth 50]

Methods, paths, queries, headers, bodies of JSON and files of matches are changed by type; the app answers in
this process, over a store in memory. Any 5xx but a deliberate 503, an answer that takes 10 s of work, and
memory that grows by more than --growth MiB after the second house of 2,000 requests fail it. The same seed
asks the same questions.
"""

import argparse
import resource
import sys
import time

from service.config import HOME
from service.proof.judges import STARTER

sys.path.insert(0, str(HOME / "tests"))

from support.fuzz.campaign import run_campaign

MOST_MEMORY = 3 * 2**30  # a request that wants more is a finding, and must not cost the machine


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--growth", type=int, default=50)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    begun = time.perf_counter()
    try:
        report = run_campaign(
            options.requests, options.seed, progress=lambda done: show_progress(done, begun)
        )
    finally:
        STARTER.stop()
    show_report(report, time.perf_counter() - begun)
    if report.failures or report.growth > options.growth:
        sys.exit(1)


def show_progress(report, begun):
    seconds = time.perf_counter() - begun
    held = report.memory[-1] / 2**20
    failures = len(report.failures)
    print(f"{report.requests:,} requests, {seconds:,.0f} s, {held:,.0f} MiB, {failures} failures", flush=True)


def show_report(report, seconds):
    rate = report.requests / seconds
    print(f"\n{report.requests:,} requests to {len(report.operations)} calls, {rate:,.0f} a second")
    print(
        "by status: " + ", ".join(f"{status} {times:,}" for status, times in sorted(report.statuses.items()))
    )
    print("by code:")
    for code, times in report.codes.most_common():
        print(f"  {code or '(none)':26} {times:,}")
    print(f"memory grew by {report.growth:.1f} MiB after the second house")
    print(f"slowest: {report.slowest[0]:.1f} s, {report.slowest[1]}")
    for failure in report.failures:
        print(f"\n{failure}")
    print(f"{len(report.failures)} failures")


if __name__ == "__main__":
    main()
