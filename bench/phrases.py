"""Makes a book of phrases for `events.redis_store.packing` out of stored matches, and says what it saves.

./grubenbuch bench phrases [--size 16000] [--write NUMBER]

A book that has been used for packing never changes; a new one gets the next number.
"""

import heapq
import sys
from collections import Counter
from pathlib import Path
from random import Random

import redis
from measuring.frame import Size, run
from measuring.long import LongMatch
from measuring.servers import durable_server
from memory import play

from events.redis_store import packing
from events.redis_store.packing import (
    LARGEST_BOOK,
    LEVEL,
    NEWEST_PHRASES,
    lift_cause,
    load_phrases,
    make_packer,
    unpack,
)
from events.redis_store.store import connect_redis
from games.catalogue import GAMES

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PHRASE = 192  # bytes
FREQUENCIES = 256  # bytes, at most, that they take in a book
PACKED = (b"e", b"n")  # fields of streams; what lies beside them may look like it
GRAM = 12  # what counts as a repetition


SIZES = {
    "--matches": Size(6, 1, "of each game, twice: to learn and to judge"),
    "--size": Size(16_000, 2_000, "bytes of its phrases"),
    "--candidates": Size(12_000, 300, "phrases to choose from"),
}


def measure(options, sheet):
    learnt = [
        values_of(game, options.matches) for game in sheet.count(GAMES.values(), "games played to learn")
    ]
    book = with_frequencies(phrases(learnt, options.size, options.candidates), learnt)
    for game in GAMES.values():
        judge(sheet, game.name, values_of(game, options.matches), book)
    if options.write:
        path = Path(packing.__file__).with_name(f"phrases_{options.write}.dict")
        with path.open("xb") as file:  # never over another
            file.write(book)
        sheet.detail(path.name, len(book), "bytes")


def add_options(parser):
    parser.add_argument("--write", type=int, metavar="NUMBER", help="write the book under this number")


def values_of(game, matches):
    """All JSON that bots and people leave: entries, notes, summaries, sheets and snapshots."""
    with durable_server(appendfsync="no") as url:
        store = connect_redis(url)
        play(store, game, matches)
        LongMatch(store, game.name).grow(300 * matches)
        store.close()
        with redis.Redis.from_url(url) as client:
            found = [value for key in client.scan_iter(count=1000) for value in lying(client, key)]
    return [value for value in map(unpacked, found) if value.startswith(b'{"')]


def unpacked(value):
    """The hash of a head lies beside packed values, and may look like one."""
    try:
        return unpack(value)
    except ValueError:
        return value


def lying(client, key):
    match client.type(key):
        case b"stream":
            return [fields[name] for _, fields in client.xrange(key) for name in PACKED if name in fields]
        case b"hash":
            return list(client.hgetall(key).values())
        case _:
            return []


def phrases(learnt, size, candidate_count):
    """Repeatedly picks the phrase with most that many values contain and no chosen phrase does."""
    weights = Counter()
    for values in learnt:
        for value in values:
            for gram in grams(value):
                weights[gram] += 1 / len(values)
    heap = [(-worth(phrase, weights), phrase) for phrase in candidates(learnt, candidate_count)]
    heapq.heapify(heap)
    chosen = []
    while heap and len(chosen) < size // PHRASE:
        _, phrase = heapq.heappop(heap)
        now = -worth(phrase, weights)
        if heap and now > heap[0][0]:  # less than before: chosen phrases contain some of it by now
            heapq.heappush(heap, (now, phrase))
            continue
        chosen.append(phrase)
        for gram in grams(phrase):
            weights[gram] = 0
    return b"\n".join(reversed(chosen))  # the nearest are the cheapest to name


def candidates(learnt, count):
    random = Random(1)
    for values in learnt:
        for value in random.choices(values, k=count // len(learnt)):
            begin = random.randrange(max(1, len(value) - PHRASE))
            yield value[begin : begin + PHRASE]


def grams(value):
    return {value[place : place + GRAM] for place in range(len(value) - GRAM + 1)}


def worth(phrase, weights):
    return sum(weights[gram] for gram in grams(phrase))


def with_frequencies(chosen, learnt):
    """A dictionary of Zstandard, so that no value has to tell how often its bytes and distances occur."""
    samples = [lift_cause(value)[1] for values in learnt for value in values]
    nearest = zstd.ZstdDict(chosen[-(LARGEST_BOOK - FREQUENCIES) :], is_raw=True)
    return zstd.finalize_dict(nearest, samples, LARGEST_BOOK, LEVEL).dict_content


def judge(sheet, name, values, book):
    plain = sizes_of(values, len)
    packed = sizes_of(values, packed_with(book))
    today = sizes_of(values, packed_with(load_phrases(NEWEST_PHRASES)))
    sheet.figure(f"{name}: what is stored, packed", plain.total() / packed.total(), "times shorter")
    sheet.figure(f"{name}: the same with today's phrases", plain.total() / today.total(), "times shorter")
    for kind in sorted(plain):
        sheet.detail(f"{name}: {kind}", plain[kind] / packed[kind], "times shorter")


def sizes_of(values, size):
    """Bytes of each kind; a kind is told by its first field."""
    found = Counter()
    for value in values:
        found[value.partition(b":")[0].decode()] += size(value)
    return found


def packed_with(book):
    packer = make_packer(book)

    def size(value):
        begin, rest = lift_cause(value)
        return len(begin) + len(packer.compress(rest))

    return size


if __name__ == "__main__":
    run(measure, __doc__, takes=(150, 20), sizes=SIZES, add_options=add_options)
