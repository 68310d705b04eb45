"""The modules of the audit page, run by node."""

import json
import subprocess

from service.config import HOME


def judge(*books):
    judged = subprocess.run(
        ["node", HOME / "tests" / "support" / "web" / "judge_books.mjs"],
        input=json.dumps([book.decode(errors="replace") for book in books]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert judged.returncode == 0, judged.stderr
    return [json.loads(line) for line in judged.stdout.splitlines()]


def failures(verdict):
    return {(one["check"], one["entry"]) for one in verdict["findings"] if one["outcome"] == "failed"}
