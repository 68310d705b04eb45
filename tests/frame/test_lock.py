"""requirements.lock: complete, and good for every machine and every registry."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "requirements.lock").read_text()
PINNED = {name.lower() for name in re.findall(r"^([\w.-]+)==", LOCK, re.MULTILINE)}


def test_everything_the_project_asks_for_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = project["dependencies"] + project["optional-dependencies"]["dev"]

    assert {re.match(r"[\w.-]+", line)[0].lower() for line in asked} <= PINNED


def test_what_is_for_some_pythons_alone_is_pinned_for_these():
    """pip-compile forgets the markers of an extra, and other Pythons would then install nothing at all."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = project["dependencies"] + project["optional-dependencies"]["dev"]
    marked = {tuple(line.replace("'", '"').split("; ")) for line in asked if ";" in line}

    pinned = set(re.findall(r"^([\w.-]+)==\S+ ; (.+) \\$", LOCK, re.MULTILINE))
    assert pinned == marked


def test_every_package_has_hashes():
    entries = re.split(r"^(?=[\w.-]+==)", LOCK, flags=re.MULTILINE)[1:]

    assert all("--hash=sha256:" in entry for entry in entries)


def test_what_measurements_set_beside_ours_is_pinned_too():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    contenders = read_lock((ROOT / "bench/contenders.lock").read_text())

    assert contenders.keys() == {name.lower() for name in project["optional-dependencies"]["contenders"]}
    assert all("--hash=sha256:" in entry for entry in contenders.values())


def test_what_environments_need_is_pinned_too():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    environments = read_lock((ROOT / ".ci/environments/requirements.lock").read_text())

    assert environments.keys() >= {name.lower() for name in project["optional-dependencies"]["pettingzoo"]}
    assert all("--hash=sha256:" in entry for entry in environments.values())


def test_it_names_no_registry_and_no_place():
    assert not re.search(
        r"://|^ *-[ief]\b|--(extra-)?index|--find-links|--trusted| @ |/(home|root|tmp|opt)/", LOCK
    )


def test_it_serves_the_oldest_python_we_promise():
    assert "async-timeout" in PINNED  # redis asks for it below Python 3.11.3, and Debian 12 has 3.11.2


def read_lock(text):
    """name -> its entry"""
    entries = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    return {re.match(r"[\w.-]+", entry)[0].lower(): entry for entry in entries}


def pins(entry):
    return re.findall(r"==[^\s\\]+|sha256:\w+", entry)


def test_what_runs_has_the_same_pins_and_all_that_it_asks_for_and_no_more():
    """`via` says who asks for a package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    known, running = read_lock(LOCK), read_lock((ROOT / "requirements.run.lock").read_text())
    asking = re.compile(r"^ +# +(?:via )?([\w.-]+)$", re.MULTILINE)
    wanted = {re.match(r"[\w.-]+", line)[0].lower() for line in project["dependencies"]}
    while more := {name for name in known.keys() - wanted if wanted & set(asking.findall(known[name]))}:
        wanted |= more

    assert {name: pins(entry) for name, entry in running.items()} == {
        name: pins(known[name]) for name in wanted
    }
