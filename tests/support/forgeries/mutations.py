"""What a forger changes in JSON: values, lists and keys, or whole parts for those of another position."""

from __future__ import annotations

from copy import deepcopy

NUMBERS = (0, -1, 1, 2, 3, 6, 7, 8, 99, 2**31, 2**53 - 1, 2**63, 2**64, 10**30, -(2**63), 0.5, 1e308)
WORDS = ("", "x", "ogwen-1", "__class__", "x" * 5000, "\u0000", "🜨", "-1", "0", "true")
OTHERS = (None, True, False, [], {}, [[]], {"type": "asked"})
TIMES = (2, 3, 9, 200, 2000)


def changed(thing, pool, random):
    """One to three changes, so that some get past what looks at single values."""
    thing = deepcopy(thing)
    for _ in range(random.choice((1, 1, 2, 3))):
        spots = list(spots_in(thing))
        if not spots:
            return something(random)
        random.choice(CHANGES)(thing, spots, pool, random)
    return thing


def spots_in(thing):
    """(container, key) of every value, however deep."""
    keys = thing if isinstance(thing, dict) else range(len(thing)) if isinstance(thing, list) else ()
    for key in keys:
        yield thing, key
        yield from spots_in(thing[key])


def other_value(_, spots, pool, random):
    container, key = random.choice(spots)
    container[key] = another(container[key], pool, random)


def another(value, pool, random):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int) and random.random() < 0.9:
        return random.choice((*NUMBERS, *range(10), *[value + 1, value - 1] * 5))
    if isinstance(value, str) and random.random() < 0.9:
        return random.choice((*WORDS, *strings(pool), *strings(pool)))
    return something(random)


def something(random):
    """Never the very list that another forgery has: it would go on changing it."""
    return deepcopy(random.choice((*OTHERS, *NUMBERS)))


def strings(pool):
    return [value for found in pool.values() for value in found[:5] if isinstance(value, str)]


def transplant(_, spots, pool, random):
    """What stands under the same key elsewhere."""
    container, key = random.choice(spots)
    found = pool.get(key if isinstance(key, str) else "", ())
    if found:
        container[key] = deepcopy(random.choice(found))


def shift(_, spots, pool, random):
    """From one number to another, so that sums stay as they are."""
    numbers = [(box, key) for box, key in spots if type(box[key]) is int]
    if len(numbers) > 1:
        (one, here), (other, there) = random.sample(numbers, 2)
        amount = random.choice((1, 1, 2, 3, one[here]))
        one[here] -= amount
        other[there] += amount


def swap(_, spots, pool, random):
    (one, here), (other, there) = random.choices(spots, k=2)
    if not inside(one[here], other) and not inside(other[there], one):
        one[here], other[there] = other[there], one[here]


def inside(thing, container):
    return thing is container or any(value is container for value in values_in(thing))


def values_in(thing):
    return [box[key] for box, key in spots_in(thing)]


def relist(_, spots, pool, random):
    lists = [box[key] for box, key in spots if isinstance(box[key], list)]
    if lists:
        reorder(random.choice(lists), random)


def reorder(items, random):
    what = random.choice(("clear", "drop", "double", "repeat", "shuffle", "grow"))
    if what == "clear":
        items.clear()
    elif what == "shuffle":
        random.shuffle(items)
    elif what == "grow":
        items.insert(0, something(random))
    elif items and what == "drop":
        del items[random.randrange(len(items))]
    elif items and what == "double":
        items.append(deepcopy(random.choice(items)))
    elif items:
        items[:] = items * random.choice(TIMES)


def rekey(thing, spots, pool, random):
    mappings = [box for box, key in spots if isinstance(box, dict)] or [{}]
    box = random.choice(mappings)
    what = random.choice(("drop", "rename", "copy", "many"))
    if not box:
        return
    key = random.choice(list(box))
    if what == "many":
        box.update({f"x{number}": box[key] for number in range(random.choice(TIMES))})
    else:
        other = random.choice((*WORDS, *strings(pool), *pool))
        box[other] = box[key] if what == "copy" else box.pop(key)
        if what == "drop":
            del box[other]


CHANGES = (other_value, other_value, other_value, transplant, transplant, shift, shift, swap, relist, rekey)


def agenda_of(agenda, pool, random):
    """Another agenda: one of another position, its items in other numbers, or none that ever was."""
    if random.random() < 0.3:
        return changed(agenda, pool, random)
    items = [deepcopy(random.choice(pool["agenda[]"])) for _ in range(random.randint(0, 6))]
    if random.random() < 0.5:
        items += deepcopy(agenda[1:])
    for item in items:
        if random.random() < 0.3:
            key = random.choice(list(item))
            item[key] = another(item[key], pool, random)
    return items * random.choice((1, 1, 1, 1, *TIMES))
