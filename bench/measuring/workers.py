"""`python bench/measuring/workers.py [--forking]`: a worker that notes when its jobs begin."""

import sys
import time

import rq

import workers.main

STARTS = "bench:starts"  # on the queue's server: id of the job and the time, one after the other


class Timed:
    def perform_job(self, job, queue):
        self.connection.rpush(STARTS, f"{job.id} {time.time()}")
        return super().perform_job(job, queue)


class Ours(Timed, workers.main.JobWorker):
    pass


class Forking(Timed, rq.Worker):
    job_class = workers.main.JobWorker.job_class
    subscribe = workers.main.JobWorker.subscribe
    reorder_queues = workers.main.JobWorker.reorder_queues
    asked_to_stop = workers.main.JobWorker.asked_to_stop


if __name__ == "__main__":
    workers.main.JobWorker = Forking if "--forking" in sys.argv else Ours
    sys.argv[1:] = []
    workers.main.main()
