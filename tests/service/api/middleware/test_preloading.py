"""What the web processes share: modules imported before they part, and nothing gevent replaces."""

import json
import subprocess
import sys

import pytest

from games.catalogue import GAMES
from service.config import HOME

PRELOADED = """
import json, sys, _thread
from service.host import gunicorn_conf
from service.queries import pictures

freeze, gunicorn_conf.gc.freeze = gunicorn_conf.gc.freeze, lambda: None
gunicorn_conf.when_ready(None)
OURS = ("service.", "events.", "games.")
LOCKS = (_thread.LockType, type(_thread.RLock()))
of_ours = [module for name, module in sys.modules.items() if name.startswith(OURS)]
held = [
    f"{module.__name__}.{name}"
    for module in of_ours
    for name, thing in vars(module).items()
    if isinstance(thing, LOCKS)
    or not isinstance(thing, type) and type(thing).__module__.startswith(OURS)
    and any(isinstance(part, LOCKS) for part in getattr(thing, "__dict__", {}).values())
]
freeze()
from gevent import monkey

monkey.patch_all()
replaced = {id(thing) for names in monkey.saved.values() for thing in names.values() if callable(thing)}
outdated = [
    f"{module.__name__}.{name}"
    for module in of_ours
    for name, thing in vars(module).items()
    if id(thing) in replaced
]
print(json.dumps({
    "modules": len(of_ours), "held": held, "outdated": outdated, "app": "service.api.app" in sys.modules,
    "frozen": gunicorn_conf.gc.get_freeze_count(), "drawn": pictures.fittings.cache_info().currsize,
}))
"""


@pytest.fixture(scope="module")
def preloaded():
    words = [sys.executable, "-c", PRELOADED]
    return json.loads(subprocess.run(words, cwd=HOME, capture_output=True, text=True, check=True).stdout)


def test_everything_is_imported_before_the_processes_part(preloaded):
    assert preloaded["app"]
    assert preloaded["modules"] > 100
    assert preloaded["frozen"] > 10_000


def test_what_never_changes_of_a_picture_is_drawn_before_anybody_waits_for_one(preloaded):
    assert preloaded["drawn"] == len(GAMES)


def test_no_lock_of_ours_is_made_before_gevent_replaces_locks(preloaded):
    """Waited for by a greenlet, it would stop the whole process."""
    assert preloaded["held"] == []


def test_nothing_that_gevent_replaces_is_imported_by_name(preloaded):
    """`threading.Thread` is looked up when it is used; a thread of the old kind is waited for too long."""
    assert preloaded["outdated"] == []
