"""The result of a finished match, counted once among all ratings of its game."""

import logging

from events.store import Store
from service.matches.records.people import People
from service.matches.repository import fold_match
from service.ratings.eligibility import counts_for_ratings
from service.ratings.ratings import Ratings, result_of
from service.ratings.records import RatingRecords, Result
from workers.outages import SERVER_GONE
from workers.station import get_station

log = logging.getLogger(__name__)


def rate_match(match: str, version: int) -> None:
    """The job."""
    try:
        count_result(get_station().matches.store, match, version)
    except SERVER_GONE as failure:
        log.warning("match %s, version %d: its result is left to the sweep: %s", match, version, failure)


def count_result(store: Store, match: str, version: int) -> bool:
    """False if it is counted already, or there is nothing to count."""
    then, head = fold_match(store, match, version), store.head(match)
    if head is None or then is None or then.version != version or then.match.status != "finished":
        return False
    if not counts_for_ratings(store, head, then.match):
        RatingRecords(store).mark_counted(match)  # so that the sweep stops asking for it
        return False

    def read() -> Result:
        return result_of(then.match, People(store).of_match(match), then.touched_at)

    return Ratings(store).count(match, then.match.game, read)
