"""Where the prices of `greedy` stand, game by game, to be read and set while matches are played."""

from collections.abc import Mapping
from types import MappingProxyType

from workers.bots.heuristics import schichtwechsel, schichtwechsel_effects, schiefer


class PricesBySeats:
    """A row of prices for each number of seats."""

    def __init__(self, module, seats):
        self.table, self.seats, self.row = module.PRICES, seats, module.PRICES[seats]
        self.names, self.today = self.row._fields, [*self.row]

    def set(self, prices):
        self.table[self.seats] = type(self.row)(*prices)

    def lines(self, prices):
        return (f"    {name}={price:.3g}," for name, price in zip(self.names, prices, strict=True))


class PricesOfModules:
    """Constants, one set for any number of seats: every number with a point in them is a price."""

    def __init__(self, *modules):
        found = {name: value for module in modules for name, value in vars(module).items() if name.isupper()}
        self.constants = {name: value for name, value in found.items() if numbers_in(value)}
        self.places = [
            (module, name) for module in modules for name in self.constants if name in vars(module)
        ]
        self.names = [
            f"{name} {place}".strip() for name, value in self.constants.items() for place in places_in(value)
        ]
        self.today = [each for value in self.constants.values() for each in numbers_in(value)]

    def rebuilt(self, prices):
        left = iter(prices)
        return {name: filled(value, left) for name, value in self.constants.items()}

    def set(self, prices):
        rebuilt = self.rebuilt(prices)
        for module, name in self.places:
            setattr(module, name, rebuilt[name])

    def lines(self, prices):
        rounded = self.rebuilt([round(each, 2) for each in prices])
        return (f"{name}: Final = {value}" for name, value in rounded.items())


def numbers_in(value):
    """Nothing where it holds anything else as well."""
    if isinstance(value, float):
        return [value]
    parts = [*value.values()] if isinstance(value, Mapping) else value if isinstance(value, tuple) else []
    found = [numbers_in(part) for part in parts]
    return [number for numbers in found for number in numbers] if all(found) else []


def places_in(value):
    if isinstance(value, float):
        return [""]
    named = value.items() if isinstance(value, Mapping) else enumerate(value)
    return [f"{name} {place}".strip() for name, part in named for place in places_in(part)]


def filled(value, numbers):
    """The same, with other numbers in it."""
    if isinstance(value, float):
        return next(numbers)
    if isinstance(value, Mapping):
        return {name: filled(part, numbers) for name, part in value.items()}
    return tuple(filled(part, numbers) for part in value)


PRICED = MappingProxyType(
    {
        "schiefer": lambda seats: PricesBySeats(schiefer, seats),
        "schichtwechsel": lambda seats: PricesOfModules(  # noqa: ARG005  as the lists are made
            schichtwechsel_effects, schichtwechsel
        ),
    }
)
