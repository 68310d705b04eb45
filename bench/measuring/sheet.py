"""The sheet of one measurement: its figures, on the terminal and as JSON."""

import json
import os
import platform
import shutil
import sys
import time
from datetime import UTC, datetime
from statistics import median, quantiles

PAUSE = 2.0  # seconds between two lines of progress


class MissingToolError(Exception):
    """This machine lacks something that the measurement needs."""


class Sheet:
    def __init__(self, name, options):
        self.name = name
        self.options = options
        self.rows = []
        self.seconds = 0.0
        self.missing = None
        self.began = datetime.now(UTC)

    def figure(self, what, value, unit, *, rounds=(), aim=""):
        """One that belongs in the table of docs/measurements.md."""
        self.add({"what": what, "value": value, "unit": unit, "rounds": list(rounds), "aim": aim})

    def detail(self, what, value, unit):
        """One that explains another: printed and written, but not in the table."""
        self.add({"what": what, "value": value, "unit": unit, "detail": True})

    def add(self, row):
        self.rows.append({name: value for name, value in row.items() if value not in ("", [])})
        each = "  ".join(map(in_digits, row.get("rounds", ())))
        aim = f", aim {row['aim']}" if row.get("aim") else ""
        print(
            f"{row['what']:48} {in_digits(row['value']):>12} {row['unit']}{aim}{each and f'   ({each})'}",
            flush=True,
        )

    def rounds(self, what, values, unit, *, aim=""):
        """The median of several rounds, and each of them."""
        values = list(values)
        self.figure(what, median(values), unit, rounds=values, aim=aim)

    def spread(self, what, milliseconds, *, aim=""):
        """How long something took: the median as a detail, the 99th of a hundred as the figure."""
        cuts = quantiles(milliseconds, n=100, method="inclusive")
        self.detail(f"{what}, median", cuts[49], "ms")
        self.figure(f"{what}, 99th of a hundred", cuts[98], "ms", aim=aim)

    def step(self, text):
        """What goes on now; on stderr, because it is no figure."""
        print(f"  … {text}", file=sys.stderr, flush=True)

    def count(self, items, what):
        """The same items, while their number is shown every other second."""
        items = list(items)
        began = shown = time.monotonic()
        for number, item in enumerate(items):
            if time.monotonic() - shown > PAUSE:
                shown = time.monotonic()
                self.step(f"{number:,} of {len(items):,} {what}, {shown - began:.0f} s")
            yield item

    def need_program(self, *names, package):
        """Where one of them lies."""
        for name in names:
            if place := shutil.which(name):
                return place
        raise MissingToolError(f"this needs {names[0]}: apt-get install {package}")

    def write(self, file):
        file.write_text(json.dumps(self.as_json(), indent=1, ensure_ascii=False) + "\n")

    def as_json(self):
        return {
            "bench": self.name,
            "began": self.began.isoformat(timespec="seconds"),
            "seconds": self.seconds,
            "options": {name: value for name, value in self.options.items() if name != "json"},
            "machine": machine(),
            "missing": self.missing,
            "rows": self.rows,
        }


def machine():
    return {"cores": os.cpu_count(), "python": platform.python_version(), "system": platform.platform()}


def in_digits(value):
    """Three that count, and none of those behind a large number."""
    if isinstance(value, int) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.{1 if abs(value) >= 100 else 2 if abs(value) >= 1 else 3}f}"
