"""A time limit for every test, servers of real processes, and two lanes: `-m fast` while one works."""

import pytest

from service.config import HOME

pytest_plugins = ["support.servers.running_instance", "support.servers.time_limit"]

SLOW = (  # real servers, browsers, killed processes, whole random games: a second or more for a test
    "environments",
    "events/archive",
    "events/redis_store",
    "frame/measurements",
    "frame/test_container.py",
    "frame/test_contracts.py",
    "frame/test_launcher.py",
    "frame/test_readme.py",
    "frame/test_time_limit.py",
    "games/ruhrschifffahrt/test_random_games.py",
    "games/schichtwechsel/test_random_games.py",
    "games/schiefer/test_random_games.py",
    "games/test_every_datum.py",
    "games/test_forgeries.py",
    "games/test_labels.py",
    "service/api/document",
    "service/api/middleware/test_connections.py",
    "service/api/test_editions_abroad.py",
    "service/api/test_end_to_end.py",
    "service/api/test_outliving.py",
    "service/api/test_reverse_proxy.py",
    "service/api/test_servers.py",
    "service/api/views/test_explorer.py",
    "service/api/views/test_four_doors.py",
    "service/api/views/test_slow_reader.py",
    "service/cli",
    "service/host",
    "service/maintenance",
    "service/matches/test_barrier.py",
    "service/queries/test_analysis.py",
    "service/verification/test_left_open.py",
    "service/verification/test_verifier_pool.py",
    "web",
    "workers",
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark the lane of each test, and begin with the slow ones: the others fill the gaps."""
    slow = tuple(str(HOME / "tests" / path) for path in SLOW)
    for item in items:
        item.add_marker(pytest.mark.slow if str(item.path).startswith(slow) else pytest.mark.fast)
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
