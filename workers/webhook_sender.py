"""`python -m workers.webhook_sender`: calls the receivers of webhooks, hundreds at the same time.

Each call is a greenlet. Names are looked up without threads: a stranger's name server that keeps silent would
hold one for longer than the call may take.
"""

from gevent import config, monkey

config.resolver = "ares"
monkey.patch_all()  # before anything that opens a socket is imported

import signal  # noqa: E402  see above
from datetime import UTC, datetime  # noqa: E402
from typing import Any  # noqa: E402

import gevent  # noqa: E402
from rq.exceptions import StopRequested  # noqa: E402
from rq.timeouts import BaseDeathPenalty  # noqa: E402

from workers.main import JobWorker, work_as  # noqa: E402
from workers.queues import DELIVERIES  # noqa: E402


class NoDeathPenalty(BaseDeathPenalty):
    """No limit: RQ's own interrupts whichever greenlet is running. A job here only hands a delivery over."""

    def setup_death_penalty(self) -> None:
        """Do nothing."""

    def cancel_death_penalty(self) -> None:
        """Do nothing."""


class WebhookSenderWorker(JobWorker):
    death_penalty_class = NoDeathPenalty
    _hands_over = False

    def execute_job(self, job: Any, queue: Any) -> None:
        self._hands_over = True
        super().execute_job(job, queue)
        self._hands_over = False

    def _install_signal_handlers(self) -> None:
        """Install gevent's handlers: a plain one runs where gevent waits, and nothing can be raised there."""
        main = gevent.getcurrent()
        for number in (signal.SIGINT, signal.SIGTERM):
            gevent.signal_handler(number, self._stop, main)

    def _stop(self, main: Any) -> None:
        self._shutdown_requested_date = datetime.now(UTC)
        self._stop_requested = True
        if not self._hands_over:
            gevent.kill(main, StopRequested())


if __name__ == "__main__":
    work_as(WebhookSenderWorker, (DELIVERIES,))
