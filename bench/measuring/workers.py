"""`python bench/measuring/workers.py [--forking]`: a worker that notes when its jobs begin."""

import sys
import time

import rq

import workers.main as shift

STARTS = "bench:starts"  # on the queue's server: id of the job and the time, one after the other


class Timed:
    def perform_job(self, job, queue):
        self.connection.rpush(STARTS, f"{job.id} {time.time()}")
        return super().perform_job(job, queue)


class Ours(Timed, shift.ShiftWorker):
    pass


class Forking(Timed, rq.Worker):
    job_class = shift.ShiftWorker.job_class
    subscribe = shift.ShiftWorker.subscribe
    reorder_queues = shift.ShiftWorker.reorder_queues
    asked_to_stop = shift.ShiftWorker.asked_to_stop


if __name__ == "__main__":
    shift.ShiftWorker = Forking if "--forking" in sys.argv else Ours
    sys.argv[1:] = []
    shift.main()
