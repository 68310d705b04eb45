"""What a killed worker leaves behind: its successor, or any other of the machine, asks for it immediately.

A machine that is lost with all its workers is not seen from here. The dispatcher notices that a question
stays open, but it must wait as long as a thought may take before it calls the work lost.
"""

import logging
import os
import socket
from typing import Any

from rq import SimpleWorker
from rq.serializers import JSONSerializer
from rq.worker import BaseWorker

from workers.queues import Queues, Work, number_of, work_of

log = logging.getLogger(__name__)


def take_over_from_the_dead(connection: Any, queues: Queues) -> list[Work]:
    """Enqueues what workers of this machine were at when they died, and strikes them off."""
    taken = []
    for worker in SimpleWorker.all(connection=connection, serializer=JSONSerializer):
        if not is_dead_here(worker):
            continue
        id_ = worker.get_current_job_id()
        work = work_of(id_) if id_ else None
        worker.register_death()  # type: ignore[no-untyped-call]  # it is RQ's
        if id_ and work and queues.put(work, number=number_of(id_) + 1, again=True):
            log.warning("a worker died at %s, which is enqueued again", work)
            taken.append(work)
    return taken


def is_dead_here(worker: BaseWorker) -> bool:
    """A process that bears our own number was another one before."""
    if worker.hostname != socket.gethostname() or worker.pid is None:
        return False
    return worker.pid == os.getpid() or not is_running(worker.pid)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it runs as somebody else
        return True
    return True
