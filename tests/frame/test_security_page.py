"""docs/security.md: the table of limits names every one, as it is in the code."""

import re
from dataclasses import fields
from importlib import import_module
from typing import NamedTuple

import pytest

from service.api.problems import STATUS
from service.config import HOME, Config

PAGE = (HOME / "docs" / "security.md").read_text("utf-8")
LIMITING = re.compile(r"^((?:LARGEST|LONGEST|MOST|DEEPEST)_[A-Z_]+)(?::.*?)? = ", re.MULTILINE)
ROOMS = ("service/api", "service/matches", "service/players", "service/verification", "service/queries")
ROOMS += ("service/editions", "service/webhooks", "games/match", "workers/jobs")
NO_LIMITS = {
    "games/match/state.py: LONGEST_WAIT": "by the clock, of what a bot may think anyway",
    "service/api/services.py: LARGEST_FILES": "how the memory for bodies follows from the largest file",
    "service/api/middleware.py: MOST_KEPT": "answers that are kept compressed",
    "service/matches/repository.py: MOST_RECENT_ENTRIES": "how far back an answer looks for ways to offer",
    "service/matches/repository.py: MOST_WAYS": "how many ways back are offered; any may be asked for",
    "service/matches/records/analysis.py: MOST_PLAYOUTS": "of the command; calls name one of a few",
    "service/queries/analysis.py: MOST_TURNING_POINTS": "how many moves a review tells of",
    "service/queries/scores.py: LONGEST_LEGEND": "a measure of a picture",
    "service/queries/scores.py: MOST_DOTTED": "a measure of a picture",
    "service/queries/scores.py: MOST_STEPS_ACROSS": "a measure of a picture",
    "service/queries/scores.py: MOST_STEPS_UP": "a measure of a picture",
    "service/queries/pictures.py: MOST_GROUPS": "what is kept as it was written last",
    "service/queries/pictures.py: MOST_SHAPES": "what is kept as it was written last",
    "service/queries/statistics.py: LARGEST_BOUND": "which draws are worth a statistic",
}
UNITS = {"": 1, "ms": 1, "s": 1, "KiB": 1024, "MiB": 2**20, "days": 86_400}


class Limit(NamedTuple):
    name: str
    default: str
    setting: str
    answer: str
    where: str

    def may_be(self, value):
        """A setting counts in the unit it is shown in, a constant in bytes, seconds or milliseconds."""
        number, _, unit = self.default.partition(" ")
        return value in {float(number), float(number) * UNITS[unit]}


def limits():
    section = PAGE.partition("## Limits")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][1:]
    return [Limit(*(cell.strip(" `") for cell in row.strip("|").split("|"))) for row in rows]


LIMITS = limits()
SETTINGS = {limit.setting: limit for limit in LIMITS if limit.setting}
CONSTANTS = {limit.where: limit for limit in LIMITS if ": " in limit.where}


def limiting_fields():
    """Named after what they do."""
    limiting = re.compile("largest_.*|verifier.*|.*_(limit|days)")
    return [field for field in fields(Config) if limiting.fullmatch(field.name)]


def limiting_constants():
    for path in sorted(
        [*(file for room in ROOMS for file in (HOME / room).rglob("*.py")), HOME / "events/verify.py"]
    ):
        for name in LIMITING.findall(path.read_text("utf-8")):
            yield f"{path.relative_to(HOME)}: {name}"


@pytest.mark.parametrize("field", limiting_fields(), ids=lambda field: field.name)
def test_every_limit_that_can_be_set_stands_in_the_table_with_its_default(field):
    limit = SETTINGS[field.name.upper()]

    assert limit.may_be(field.default)


def test_the_table_names_no_setting_that_is_none():
    assert set(SETTINGS) == {field.name.upper() for field in limiting_fields()}


def test_every_bound_of_the_code_stands_in_the_table():
    assert sorted(set(limiting_constants()) - set(CONSTANTS) - set(NO_LIMITS)) == []


def test_what_is_said_to_be_no_limit_exists():
    assert set(NO_LIMITS) <= set(limiting_constants())
    assert not set(NO_LIMITS) & set(CONSTANTS)


@pytest.mark.parametrize("where", CONSTANTS)
def test_a_bound_has_the_value_that_the_table_says(where):
    path, _, name = where.partition(": ")
    module = import_module(path.removesuffix(".py").replace("/", "."))

    assert CONSTANTS[where].may_be(getattr(module, name))


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.name)
def test_a_limit_answers_with_the_status_and_code_that_the_table_says(limit):
    known = {f"{status.value} {kind.code}" for kind, status in STATUS.items()}

    assert limit.answer == "–" or limit.answer in known
    assert (HOME / limit.where.partition(": ")[0]).is_file()


def test_every_code_that_tells_of_a_limit_has_its_row():
    codes = {kind.code for kind, status in STATUS.items() if status in {408, 413, 429}}

    assert codes <= {limit.answer.partition(" ")[2] for limit in LIMITS}
