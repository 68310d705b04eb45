"""How the shift speaks: one line for each notable thing, on standard error."""

import logging

FORM = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"


def start_logging(level: str) -> None:
    """RQ tells of every job in several lines; of its own, only what goes wrong is wanted."""
    logging.basicConfig(level=level.upper(), format=FORM)
    logging.getLogger("rq").setLevel(logging.WARNING)
