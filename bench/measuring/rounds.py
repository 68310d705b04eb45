"""Measuring on a noisy machine: several rounds, medians, ratios within a round."""

import time
from statistics import median


def seconds(work):
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def rates(name, count, work, *, rounds, unit):
    """Prints `count` divided by the seconds of `work` per round, and the median."""
    measured = [count / seconds(work) for _ in range(rounds)]
    shown = "  ".join(f"{rate:,.0f}" for rate in measured)
    print(f"{name:44} {median(measured):>12,.0f} {unit}   ({shown})")
    return median(measured)
