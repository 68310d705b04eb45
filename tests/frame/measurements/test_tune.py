"""`bench tune` in its smallest form, where prices are constants of several modules."""

import subprocess
import sys

import pytest

from service.config import HOME
from support.servers.patience import PATIENCE
from workers.bots.heuristics import schichtwechsel, schichtwechsel_effects

BENCH = str(HOME / "bench")


@pytest.fixture
def price_list(monkeypatch):
    monkeypatch.syspath_prepend(BENCH)
    from measuring.learning.prices import PRICED  # noqa: PLC0415  found only with the folder of the measurements

    prices = PRICED["schichtwechsel"](2)
    yield prices
    prices.set(prices.today)


def test_a_price_is_set_wherever_it_is_read_and_back_again(price_list):
    before, place = schichtwechsel_effects.WHITE, price_list.names.index("WHITE")
    prices = [*price_list.today]
    prices[place] = before + 1

    price_list.set(prices)
    assert schichtwechsel_effects.WHITE == schichtwechsel.WHITE == before + 1

    price_list.set(price_list.today)
    assert schichtwechsel_effects.WHITE == schichtwechsel.WHITE == before


def test_each_number_of_a_price_that_has_several_is_one_of_its_own(price_list):
    names = [name for name in price_list.names if name.startswith("COAL ")]

    assert names == ["COAL 0", "COAL 1", "COAL 2"]
    assert list(schichtwechsel_effects.COAL) == [
        price_list.today[price_list.names.index(name)] for name in names
    ]


def test_the_prices_found_are_printed_as_they_stand_in_the_modules():
    words = [sys.executable, "-m", "service.cli", "bench", "tune", "schichtwechsel"]
    words += ["--generations", "1", "--matches", "4", "--duels", "4"]
    run = subprocess.run(words, cwd=HOME, capture_output=True, text=True, check=False, timeout=PATIENCE)

    assert run.returncode == 0, run.stdout + run.stderr
    assert "COAL: Final = (" in run.stdout
    assert "schichtwechsel, 2 seats: won" in run.stdout
