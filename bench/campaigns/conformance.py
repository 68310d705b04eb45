"""A long conversation by machine: thousands of requests to every operation, compared with the document.

./grubenbuch bench conformance [--examples 1000] [--seed 1] [--conversations 200]

Anything but an answer the document promises, above all a 5xx, ends it with the request that led to it.
"""

import argparse
import sys
import time

from service.config import HOME

sys.path.insert(0, str(HOME / "tests"))

from support.desk.conformance import CASES, around, asked, schema_of
from support.desk.conversation import conversed

# Large answers that depend on nothing in the request; reading them takes the machine seconds.
ALWAYS_ALIKE = {"get_openapi_json", "get_openapi_yaml"}
FEW = 10


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--examples", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--conversations", type=int, default=200)
    options = parser.parse_args()
    there = around()
    schema = schema_of(there)
    for name in CASES:
        begun = time.perf_counter()
        examples = FEW if name in ALWAYS_ALIKE else options.examples
        asked(schema, name, there, examples=examples, seeded=options.seed)
        print(f"{name:20} {2 * examples} requests, {time.perf_counter() - begun:.0f} s", flush=True)
    begun = time.perf_counter()
    seen = conversed(options.conversations)
    print(f"{options.conversations} conversations, {time.perf_counter() - begun:.0f} s")
    for (name, status), times in sorted(seen.items()):
        print(f"  {name:16} {status} {times} times")


if __name__ == "__main__":
    main()
