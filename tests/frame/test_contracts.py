"""Each import contract is broken once, in a copy of the server: what is told is held."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("games", "events", "service", "workers", "environments")
CONTRACTS = [
    contract["name"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
]

# the first words of a contract, the module that breaks it, and the import it must not have
FORBIDDEN = [
    ("The rules are pure", "games/kernel/play.py", "import random"),
    ("The rules are pure", "games/match/undo.py", "import time"),
    ("The kernel sees no game", "games/kernel/play.py", "import games.match.state"),
    ("The games are independent", "games/schiefer/score.py", "import games.schichtwechsel.board"),
    (
        "No package but games reaches into one game",
        "service/matches/repository.py",
        "import games.schiefer.state",
    ),
    ("No package but games reaches into one game", "workers/bots/search.py", "import games.schiefer.state"),
    ("Inside a game", "games/ruhrschifffahrt/state.py", "import games.ruhrschifffahrt.events"),
    ("The packages of service", "service/matches/repository.py", "import service.queries.overview"),
    ("The packages of service", "service/queries/overview.py", "import service.api.answers"),
    ("The packages of service", "service/ratings/plackett_luce.py", "import service.webhooks.records"),
    ("The packages of service", "service/api/context.py", "import service.cli.up"),
    ("The packages of service", "service/config.py", "import service.host.data_dir"),
    ("Workers stand beside the API", "workers/context.py", "import service.api.app"),
    ("Workers stand beside the API", "service/api/app.py", "import workers.queues"),
    ("Workers stand beside the API", "service/matches/repository.py", "import workers.queues"),
    ("Workers stand beside the API", "events/store.py", "import games.catalogue"),
    ("Workers stand beside the API", "games/match/state.py", "import events.entry"),
    ("Whatever runs and watches", "service/host/supervisor.py", "import service.matches.repository"),
    ("Agents are clients", "service/agents/tools.py", "import service.store"),
    ("Agents are clients", "service/agents/tools.py", "import games.catalogue"),
    ("The web stays in the API", "service/queries/overview.py", "import flask"),
    ("The web stays in the API", "workers/context.py", "import marshmallow"),
    ("Redis is met in the book", "service/matches/repository.py", "import redis"),
    ("Redis is met in the book", "events/store.py", "import redis"),
    ("RQ is met by the workers", "service/monitoring/figures.py", "import rq"),
    ("The rules are pure", "games/kernel/play.py", "import socket"),
    ("Redis is met in the book", "workers/arena/matches.py", "import redis"),
    ("A match knows the games by their catalogue", "games/match/state.py", "import games.schiefer.state"),
    ("What all of service share knows no rules", "service/tokens.py", "import games.catalogue"),
    ("The book knows no store on Redis", "events/store.py", "import events.redis_store.store"),
    ("Minds see no book", "workers/bots/search.py", "import service.store"),
    ("The arena plays without a store", "workers/arena/matches.py", "import workers.queues"),
    (
        "What is done to matches knows no processes",
        "service/matches/repository.py",
        "import service.host.data_dir",
    ),
    ("Records lie below", "service/matches/records/people.py", "import service.matches.handler"),
    ("The command line reaches the workers", "service/cli/__init__.py", "import workers.queues"),
    ("Environments stand on the rules", "environments/reader.py", "import workers.bots.search"),
    ("Environments stand on the rules", "environments/telling.py", "import service.store"),
    ("Nothing of the server needs the environments", "workers/arena/matches.py", "import numpy"),
    ("Inside the API", "service/api/context.py", "import service.api.views.play"),
    ("Inside the API", "service/api/answers.py", "import service.api.middleware"),
    ("Inside the API", "service/api/views/play.py", "import service.api.document.openapi"),
    ("Inside the API", "service/api/views/play.py", "import service.api.app"),
]


@pytest.fixture(scope="module")
def instance(tmp_path_factory):
    """A copy of everything that the contracts look at."""
    copy = tmp_path_factory.mktemp("instance")
    for room in ROOMS:
        shutil.copytree(
            ROOT / room, copy / room, ignore=lambda _, names: [n for n in names if n == "__pycache__"]
        )
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


def broken_contracts(instance):
    """The names of the contracts that do not hold."""
    linter = [str(Path(sys.executable).with_name("lint-imports")), "--no-logo", "--no-cache"]
    run = subprocess.run(linter, cwd=instance, capture_output=True, text=True, check=False)
    lines = (line.split(" (")[0] for line in run.stdout.splitlines())
    verdicts = [line.rpartition(" ") for line in lines if line.endswith((" KEPT", " BROKEN"))]
    assert [name for name, _, _ in verdicts] == CONTRACTS, run.stdout + run.stderr
    return {name for name, _, verdict in verdicts if verdict == "BROKEN"}


@pytest.mark.parametrize(("contract", "module", "line"), FORBIDDEN)
def test_a_forbidden_import_is_caught(instance, contract, module, line):
    path = instance / module
    whole = path.read_text("utf-8")
    path.write_text(f"{whole}\n{line}\n", "utf-8")
    try:
        broken = broken_contracts(instance)
    finally:
        path.write_text(whole, "utf-8")

    assert any(name.startswith(contract) for name in broken), broken


def test_every_contract_is_broken_here_once():
    tried = tuple({contract for contract, _, _ in FORBIDDEN})
    assert [name for name in CONTRACTS if not name.startswith(tried)] == []


def test_without_a_forbidden_import_all_hold(instance):
    assert broken_contracts(instance) == set()


def test_a_room_without_a_place_in_the_layers_is_noticed(instance):
    room = instance / "service" / "cellar"
    room.mkdir()
    (room / "__init__.py").touch()
    try:
        assert any(name.startswith("The packages of service") for name in broken_contracts(instance))
    finally:
        shutil.rmtree(room)
