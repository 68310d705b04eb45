"""Every measurement, one after the other; its figures in one file, and from there in a table of the docs.

./grubenbuch bench all --json bench/figures.json --docs              measure, write docs/measurements.md
./grubenbuch bench all --json bench/figures.json --docs --only fold  this one; the others stay as they are
./grubenbuch bench all --json bench/figures.json --docs --only       measure nothing, write the table
./grubenbuch bench all --small                                       does each still run?

Takes several hours, most of them for the campaigns, and with --small about two minutes, on two idle cores.
Small ones run as many at once as there are cores: their figures mean nothing. A measurement that this machine
cannot carry out, because a program is missing, is named at the end. The exit code is 1 where one fails.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from measuring.frame import MISSING_TOOL
from measuring.table import write_table

from service.cli.bench import measurements
from service.config import HOME

PATIENCE = 600  # seconds for one of the small ones: a bound for a machine that hangs
PAGE = HOME / "docs/measurements.md"


def main():
    names = [name for name in measurements() if name != Path(__file__).stem]
    options = arguments(names)
    sheets = read_sheets(options.json)
    chosen = names if options.only is None else options.only
    failures = measure_all(chosen, sheets, options)
    if options.docs:
        write_table(PAGE, sheets, names)
    for name, sheet in sheets.items():
        if sheet["missing"] and name in chosen:
            print(f"{name} was not measured: {sheet['missing']}")
    print(f"{len(chosen) - len(failures)} of {len(chosen)} measurements carried out")
    if failures:
        sys.exit(f"these failed: {', '.join(failures)}")


def arguments(names):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--small", action="store_true", help="just enough to see that they run")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="take sheets from there, and write them there"
    )
    parser.add_argument("--docs", action="store_true", help="write the table of docs/measurements.md")
    parser.add_argument("--only", nargs="*", metavar="NAME", choices=names, help="these instead of all")
    return parser.parse_args()


def read_sheets(file):
    if file is None or not file.exists():
        return {}
    return {sheet["bench"]: sheet for sheet in json.loads(file.read_text())}


def measure_all(names, sheets, options):
    """Names of those that failed. The file is written after each, so that a run may be broken off."""
    failures = []
    with ThreadPoolExecutor((os.cpu_count() or 1) if options.small else 1) as pool:
        found = pool.map(lambda name: measure_one(name, options), names)
        for name, (sheet, told) in zip(names, found, strict=True):
            print(f"== {name}, {sheet['seconds'] if sheet else 0:.0f} s\n{told}", flush=True)
            if sheet is None:
                failures.append(name)
            else:
                sheets[name] = sheet
                write_sheets(options.json, sheets)
    return failures


def write_sheets(file, sheets):
    if file is not None:
        file.write_text(json.dumps(list(sheets.values()), indent=1, ensure_ascii=False) + "\n")


def measure_one(name, options):
    """(its sheet, or None if it failed; what it printed)"""
    with tempfile.TemporaryDirectory(prefix="gb-bench-") as folder:
        file = Path(folder) / "sheet.json"
        words = [sys.executable, "-m", "service.cli", "bench", name, "--json", str(file)]
        words += ["--small"] * options.small
        environ = os.environ | {"PYTHONPATH": str(HOME)}
        patience = PATIENCE if options.small else None
        ended = subprocess.run(
            words, env=environ, stdout=subprocess.PIPE, text=True, check=False, timeout=patience
        )
        fine = ended.returncode in (0, MISSING_TOOL)
        return json.loads(file.read_text()) if fine and file.exists() else None, ended.stdout


if __name__ == "__main__":
    main()
