"""Files of matches for the fuzzer: bytes damaged, lines exchanged, or numbers forged and hashes made anew."""

from __future__ import annotations

import json

from support.docs.known_variants import canonical, reseal
from support.fuzz.instance import foreign_books
from support.fuzz.values import mutate

LINES = "lines"


def forge_book(random):
    """Half of them are sealed by a forger who knows how hashes are made."""
    lines = random.choice(foreign_books()).decode().splitlines()
    kind = random.random()
    if kind < 0.1:
        return "\n".join(lines).encode() + b"\n" * random.choice((0, 1, 1, 2))
    if kind < 0.3:
        return damage(random, "".join(line + "\n" for line in lines).encode())
    if kind < 0.4:
        lines = exchange(random, lines)
    else:
        number = random.randrange(len(lines)) if random.random() < 0.7 else 1
        lines[number] = forge_line(random, lines[number], header=number == 0)
    if random.random() < 0.7:
        lines = seal_again(lines)
    return "".join(line + "\n" for line in lines).encode("utf-8", "surrogatepass")


def damage(random, raw):
    place = random.randrange(len(raw))
    return random.choice(
        (
            raw[:place],
            raw[:place] + bytes([random.randrange(256)]) + raw[place + 1 :],
            raw[:place] + b"[" * 100_000 + raw[place:],
            raw[:place] + b"9" * 5_000 + raw[place:],
            raw.replace(b"\n", b"\r\n"),
            raw * 2,
            b"\xef\xbb\xbf" + raw,
        )
    )


def exchange(random, lines):
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    changed = list(lines)
    changed[one], changed[other] = changed[other], changed[one]
    return random.choice((changed, lines[:one] + lines[one + 1 :], lines[: one + 1] + lines[one:]))


def forge_line(random, line, *, header):
    """In an entry mostly what was asked and what came of it."""
    thing = json.loads(line)
    part = random.choice(("command", "events", "events", "events", "actor", "at", "rules", "cause"))
    if header or random.random() < 0.1:
        return canonical(mutate(random, thing))
    return canonical(thing | {part: mutate(random, thing[part])})


def seal_again(lines):
    """As they are where nothing is left that could be sealed."""
    try:
        return reseal(lines)
    except (ValueError, TypeError, KeyError, AttributeError, UnicodeError):
        return lines
