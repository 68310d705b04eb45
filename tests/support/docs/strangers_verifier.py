"""A verifier as a stranger would write it, from docs/book.md and docs/fairness.md alone."""

import hashlib
import hmac
import json

FIELDS = {"version", "at", "actor", "command", "events", "rules", "cause", "prev", "hash"}
HEADER = {"format", "match", "game", "edition", "rules", "entries", "head"}
OF_THE_MATCH = {
    *("open_match", "take_seat", "leave_seat", "seat_bot", "start_match", "resign", "undo", "redo"),
    *("answer_undo", "expire_undo", "pause", "answer_pause", "resume", "expire_clock"),
    *("cancel_match", "expire_gathering", "renew_token", "ask_advice"),
}


class Wrong(Exception):  # noqa: N818  the name says it
    """A check that failed, and the first entry that fails it; None for the header."""

    def __init__(self, check, entry):
        super().__init__(check, entry)
        self.found = check, entry


def demand(fact, check, entry):
    if not fact:
        raise Wrong(check, entry)


def canonical(thing):
    return json.dumps(thing, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def verify(raw):
    """How many draws follow from the seed; Wrong at the first thing that is not as the pages say."""
    lines = raw.decode().split("\n")
    header = read_line(lines[0], HEADER, None)
    demand(header["format"] == "grubenbuch/1", "file", None)
    entries, causes = [], set()
    for number, line in enumerate(lines[1:-1], 1):
        entries.append(read_line(line, FIELDS, number))
        check_link(entries[-1], number, entries[-2] if number > 1 else {"hash": "0" * 64, "at": 0}, causes)
    demand(lines[-1] == "", "file", len(entries) + 1)
    check_header(header, entries)
    check_undos(entries)
    return check_luck(entries)


def read_line(line, fields, number):
    try:
        thing = json.loads(line, parse_float=int)
    except ValueError:
        raise Wrong("file", number) from None
    demand(set(thing) == fields and canonical(thing) == line, "file", number)
    return thing


def check_link(entry, number, before, causes):
    body = canonical({name: entry[name] for name in FIELDS - {"prev", "hash"}})
    link = hashlib.sha256((before["hash"] + body).encode()).hexdigest()
    follows = (entry["version"], entry["prev"], entry["hash"]) == (number, before["hash"], link)
    demand(follows and before["at"] <= entry["at"] < 2**53, "chain", number)
    demand(entry["cause"] is None or entry["cause"] not in {*causes, ""}, "chain", number)
    causes.add(entry["cause"])
    kind, _, seat = entry["actor"].partition(":")
    seated = kind in {"seat", "bot"} and seat in map(str, range(100))
    demand(seated or entry["actor"] in {"host", "guest", "clock"}, "decisions", number)


def check_header(header, entries):
    opened, head = entries[0]["events"][0], entries[-1]["hash"]
    if len(entries) < header["entries"] and head != header["head"]:
        raise Wrong("file", len(entries) + 1)
    said = {name: opened[name] for name in ("match", "game", "edition")}
    said |= {"format": "grubenbuch/1", "rules": entries[0]["rules"], "entries": len(entries), "head": head}
    demand(header == said, "file", None)


def check_undos(entries):
    """`struck` and `versions` hold answers to the game, and all that they must."""
    counting, struck, begun = [], set(), None
    for entry in entries:
        version, kinds = entry["version"], {event["type"] for event in entry["events"]}
        begun = version if "match_started" in kinds else begun
        if entry["command"]["type"] not in OF_THE_MATCH:
            counting.append(version)
        for event in entry["events"]:
            if event["type"] == "rewound":
                gone = [answer for answer in counting if answer > event["to"]]
                demand(begun <= event["to"] and gone and gone == event["struck"], "fold", version)
                counting, struck = counting[: -len(gone)], struck | set(gone)
            elif event["type"] == "restored":
                for answer in event["versions"]:
                    demand(answer in struck and counting[-1:] < [answer], "fold", version)
                    counting.append(answer)
                    struck.remove(answer)


def check_luck(entries):
    following, spans, draws, seed = 0, {}, [], None
    for version, event in [(entry["version"], event) for entry in entries for event in entry["events"]]:
        kind = event["type"]
        if kind == "match_opened":
            match, promised, words = event["match"], event["commitment"], [""] * event["seats"]
            demand(len(promised) == 64 and set(promised) <= set("0123456789abcdef"), "commitment", version)
        elif kind in ("seat_taken", "seat_left", "bot_seated"):
            words[event["seat"]] = event.get("words", "")
        elif kind == "luck_drawn":
            demand(event["first"] == following, "draws", version)
            draws += [(version, following + place, *draw) for place, draw in enumerate(event["draws"])]
            spans[version] = following, (following := following + len(event["draws"]))
        elif kind == "rewound":
            following = min([following, *(spans[answer][0] for answer in event["struck"] if answer in spans)])
        elif kind == "restored":
            following = max(
                [following, *(spans[answer][1] for answer in event["versions"] if answer in spans)]
            )
        elif kind == "seed_disclosed":
            seed = bytes.fromhex(event["seed"])
            promise_kept = len(seed) == 32 and hashlib.sha256(seed).hexdigest() == promised
            demand(promise_kept, "commitment", version)
    for version, number, bound, value in draws:
        demand(
            1 < bound <= 2**256 and value == draw_below(bound, seed, words, match, number), "draws", version
        )
    return len(draws)


def draw_below(bound, seed, words, match, number):
    key, attempt, drawn = hmac.digest(seed, canonical(words).encode(), "sha256"), 0, 2**256
    while drawn >= 2**256 - 2**256 % bound:
        message = f"{match}:{number}:{attempt}".encode()
        drawn, attempt = int.from_bytes(hmac.digest(key, message, "sha256"), "big"), attempt + 1
    return drawn % bound
