"""Values for the fuzzer: what a schema asks for, and what comes near it by type."""

from __future__ import annotations

NUMBERS = (0, 1, -1, 2, 3, 7, 8, 200, 201, 2**31, 2**32, 2**53 - 1, 2**53, -(2**53), 2**63, 10**15, 10**30)
TEXTS = (
    *("", " ", "a", "schiefer", "ü", "\x00", "\n", "..", "../..", "{seat}", "%s", "%00", "null", "0"),
    *("'; --", "\u202e", "\u200d", "\ud800", "\U0001f600", "a" * 65, "a" * 201, "a" * 2001, "=cmd", "guest"),
    *("Seat 1", "bot:0", "seat:0", "host", "_webhooks", "_clients", "__proto__", "true", "1e9", "-1", "٣"),
    *("https://93.184.215.14/", "http://[::1]/", "https://localhost/", "https://[", "https://a:99999/"),
)
THINGS = (None, True, False, 0.5, -0.0, 1e300, [], {}, [[]], [None], {"": {}}, [{}], {"type": "x"})
LARGE = ("a" * 70_000, list(range(3000)), [[0] * 50] * 50, {f"k{number}": number for number in range(500)})
RARELY = 0.01


def any_value(random):
    if random.random() < RARELY:
        return random.choice(LARGE)
    return random.choice(random.choice((NUMBERS, TEXTS, THINGS)))


def near_value(random, value):
    """Of the same type, or of another that looks like it."""
    if random.random() < 0.15:
        return any_value(random)
    if isinstance(value, bool):
        return random.choice((not value, None, "true", 1))
    if isinstance(value, int):
        return random.choice((value + 1, value - 1, -value, float(value), str(value), *NUMBERS))
    if isinstance(value, str):
        return random.choice((value.upper(), value + "\x00", value[:-1], value * 40, [value], *TEXTS))
    if isinstance(value, list):
        return near_list(random, value)
    return near_object(random, value) if isinstance(value, dict) else any_value(random)


def near_list(random, value):
    random_item = random.choice(value) if value else any_value(random)
    return random.choice(
        ([], [*value, random_item], value * 60, value[1:], value[::-1], [value], [any_value(random)])
    )


def near_object(random, value):
    """A field less, one more, one by another name, or two that have changed places."""
    changed = dict(value)
    names = list(value)
    match random.randrange(4) if names else 3:
        case 0:
            changed.pop(random.choice(names))
        case 1:
            name = random.choice(names)
            changed[random.choice(("typ", name + "s", name.upper(), ""))] = changed.pop(name)
        case 2:
            one, other = random.choice(names), random.choice(names)
            changed[one], changed[other] = changed[other], changed[one]
        case _:
            changed[random.choice(("extra", "__class__", "type", "seat"))] = any_value(random)
    return changed


def places(value, path=()):
    """Every node of a JSON value, by the way to it."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inner:
        yield from places(part, (*path, name))


def changed_at(value, path, change):
    """A copy in which this one node is another."""
    if not path:
        return change(value)
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed_at(value[path[0]], path[1:], change)
    return copy


def mutate(random, value):
    """One node or a few are changed, each in view of its type."""
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        place = random.choice(list(places(value)))
        value = changed_at(value, place, lambda node: near_value(random, node))
    return value
