"""A long conversation by machine: thousands of requests to every operation, compared with the document.

./grubenbuch bench conformance [--examples 1000] [--seed 1] [--conversations 200]

Anything but an answer the document promises, above all a 5xx, ends it with the request that led to it.
"""

import sys

from measuring.frame import Size, run

from service.config import HOME

sys.path.insert(0, str(HOME / "tests"))

from support.api.conformance import CASES, around, asked, schema_of
from support.api.conversation import conversed

# Large answers that depend on nothing in the request; reading them takes the machine seconds.
ALWAYS_ALIKE = {"get_openapi_json", "get_openapi_yaml", "get_openapi_of_game"}
FEW = 10


SIZES = {
    "--examples": Size(1000, 1, "of each call"),
    "--seed": Size(1, 1),
    "--conversations": Size(200, 2),
}


def measure(options, sheet):
    there = around()
    schema = schema_of(there)
    sent = 0
    for name in sheet.count(CASES, "calls"):
        examples = min(FEW, options.examples) if name in ALWAYS_ALIKE else options.examples
        asked(schema, name, there, examples=examples, seeded=options.seed)
        sent += 2 * examples
    sheet.figure("answered as the document says", sent, "requests")
    sheet.step(f"{options.conversations} conversations")
    for (name, status), times in sorted(conversed(options.conversations).items()):
        sheet.detail(f"in conversations: {name} {status}", times, "answers")


if __name__ == "__main__":
    run(measure, __doc__, takes=(1800, 60), sizes=SIZES)
