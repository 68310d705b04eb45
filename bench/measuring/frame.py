"""The frame around every measurement: how it is called, what it shows meanwhile, what it leaves.

A measurement is a function `measure(options, sheet)`. It hands its figures to the sheet, which prints them
and, with `--json FILE`, writes them in the one form that `bench all` collects. It may return an exit code.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import NamedTuple

from measuring.sheet import MissingToolError, Sheet

MISSING_TOOL = 3  # the exit code of a measurement that this machine cannot carry out


class Size(NamedTuple):
    """How much is measured: a number that `--small` makes small enough for every change to be tried with."""

    whole: float
    small: float
    says: str = ""
    least: float = 0


def run(measure, says, *, takes, sizes=None, add_options=None):
    """The last line of a measurement; `takes` are the seconds of a whole and of a small one, when idle."""
    sizes = sizes or {}
    parser = parser_of(says, takes, sizes)
    if add_options:
        add_options(parser)
    options = parser.parse_args()
    for option, size in sizes.items():
        name = option.removeprefix("--").replace("-", "_")
        if getattr(options, name) is None:
            setattr(options, name, size.small if options.small else size.whole)
        if getattr(options, name) < size.least:
            parser.error(f"argument {option}: {size.least:g} at least")
    sys.exit(carry_out(measure, options))


def parser_of(says, takes, sizes):
    whole, small = map(in_words, takes)
    duration = f"Takes about {whole}, with --small {small}, on two idle cores."
    parser = argparse.ArgumentParser(
        prog=f"grubenbuch bench {Path(sys.argv[0]).stem}",
        description=f"{says}\n{duration}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--small", action="store_true", help="just enough to see that it runs")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    for option, size in sizes.items():
        parser.add_argument(
            option,
            type=type(size.whole),
            metavar="N",
            help=f"{size.says} (default {size.whole:,}, with --small {size.small:,})".strip(),
        )
    return parser


def in_words(seconds):
    return f"{seconds} s" if seconds < 90 else f"{round(seconds / 60)} minutes"


def carry_out(measure, options):
    """The exit code. What was measured before a failure is written as well."""
    sheet = Sheet(Path(sys.argv[0]).stem, vars(options))
    began = time.monotonic()
    try:
        return measure(options, sheet) or 0
    except MissingToolError as missing:
        sheet.missing = str(missing)
        print(f"not measured: {missing}")
        return MISSING_TOOL
    finally:
        sheet.seconds = round(time.monotonic() - began, 1)
        if options.json is not None:
            sheet.write(options.json)
