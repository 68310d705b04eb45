"""Many threads that change one number at once."""

from concurrent.futures import ThreadPoolExecutor

from events.store import Guard


def count_by_many(store, document, times):
    """The number after each of them has added one, by swapping."""

    def count_one(_):
        while True:
            before = store.field("m", document, "n")
            after = str(int(before or 0) + 1).encode()
            if store.swap("m", Guard(document, "n", before), {document: {"n": after}}):
                return

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(count_one, range(times)))
    return int(store.field("m", document, "n"))
