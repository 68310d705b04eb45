"""Measuring on a noisy machine: several rounds, each in seconds of processor time."""

import time


def measure_rate(work):
    """What `work` says it has done, divided by the seconds it took."""
    began = time.process_time()
    done = work()
    return done / (time.process_time() - began)


def measure_rates(work, rounds):
    """The same for each round."""
    return [measure_rate(work) for _ in range(rounds)]
