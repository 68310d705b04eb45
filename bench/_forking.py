"""`python bench/_forking.py`: a worker that forks for each job, only to be measured against ours."""

import rq

import workers.main as shift


class Forking(rq.Worker):
    subscribe = shift.ShiftWorker.subscribe
    reorder_queues = shift.ShiftWorker.reorder_queues
    asked_to_stop = shift.ShiftWorker.asked_to_stop


if __name__ == "__main__":
    shift.ShiftWorker = Forking
    shift.main()
