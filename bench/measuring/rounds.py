"""Measuring on a noisy machine: several rounds, each in seconds of processor time."""

import time


def processor_seconds(work):
    began = time.process_time()
    work()
    return time.process_time() - began


def measure_rates(count, work, rounds):
    """`count` divided by the seconds that `work` takes, for each round."""
    return [count / processor_seconds(work) for _ in range(rounds)]
