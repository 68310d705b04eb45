"""How the shift logs: one line for each notable thing, on standard error."""

import logging

from workers.outages import SERVER_GONE

LINE_FORMAT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"


def start_logging(level: str) -> None:
    """RQ logs several lines for every job; only what goes wrong is wanted."""
    logging.basicConfig(level=level.upper(), format=LINE_FORMAT)
    logging.getLogger("rq").setLevel(logging.WARNING)
    for handler in logging.getLogger().handlers:
        handler.addFilter(shorten_outage)


def shorten_outage(record: logging.LogRecord) -> bool:
    """A server that is gone is no fault of the code: the place where it was missed need not be logged."""
    failure = record.exc_info[1] if record.exc_info else None
    if isinstance(failure, SERVER_GONE):
        record.exc_info = None
        record.msg, record.args = f"{record.getMessage()} {failure}", None
    return True
