"""Sends what the fuzzer makes to the app itself, counts the answers, and judges them."""

from __future__ import annotations

import ctypes
import gc
import io
import json
import logging
import signal
import sys
import time
import traceback
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from urllib.parse import unquote_to_bytes

from service.api.app import describe_api
from service.api.links import BASE
from service.api.problems import STATUS
from support.fuzz.instance import build_house, without_name_servers
from support.fuzz.requests import Maker

A_HOUSE = 2_000  # requests, then everything is built anew: what a match holds is no leak
DELIBERATE = {kind.code for kind, status in STATUS.items() if status == 503}
PATIENCE = 10.0  # seconds of this processor for one answer
LONGEST_WAIT = 120.0  # seconds, whatever else the machine does
CHUNKS = 50  # of an answer that does not end
PAGE = 4096
MANY = 20  # failures are enough


class Stuck(BaseException):
    """An answer takes too long. No handler of ours may swallow it."""


@dataclass
class Answer:
    status: int
    content_type: str
    code: str


@dataclass
class Report:
    requests: int = 0
    statuses: Counter = field(default_factory=Counter)
    codes: Counter = field(default_factory=Counter)
    operations: Counter = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    memory: list[int] = field(default_factory=list)  # bytes, after each server

    @property
    def growth(self):
        """In MiB, since the second server: the first one fills what is kept for good."""
        warm = self.memory[1:] or self.memory
        return (max(warm) - warm[0]) / 2**20


class Causes(logging.Handler):
    """What the API logs beside a 500: the client is not told, the fuzzer is."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.last = ""

    def emit(self, record):
        told = traceback.format_exception(*record.exc_info)[-4:] if record.exc_info else [record.getMessage()]
        self.last = "".join(told)


def run_campaign(requests, seed, *, progress=lambda _: None, a_house=A_HOUSE):
    """Reproducible: the same seed asks the same questions in the same order."""
    report, document = Report(), describe_api()
    with without_name_servers(), caught_causes() as causes, alarm():
        for number in range(0, requests, a_house):
            run_instance(
                report, document, Random(f"{seed}/{number}"), min(a_house, requests - number), causes
            )
            report.memory.append(memory_held())
            progress(report)
            if len(report.failures) >= MANY:
                break
    return report


def run_instance(report, document, random, requests, causes):
    instance = build_house(
        open_clients=random.randrange(2), webhook_addresses=random.choice(("https", "http", "loopback"))
    )
    maker = Maker(instance, document, random)
    for _ in range(requests):
        asked = maker.make()
        answer = judge(report, instance, asked, random, causes)
        if answer is not None and answer.status == 201 and asked.operation != "import_match":
            instance.look_again(asked.table)


def judge(report, instance, asked, random, causes):
    begun = time.process_time()
    answer = flaw = None
    set_alarm(PATIENCE, LONGEST_WAIT)
    try:
        answer = send(instance.app, asked, random)
        flaw = flaw_of(asked, answer, causes)
    except Stuck:
        flaw = f"no answer within {PATIENCE:.0f} s of work"
    except Exception:  # noqa: BLE001  whatever it is, it is a finding
        flaw = traceback.format_exc(limit=-4)
    finally:
        set_alarm(0, 0)
    report.requests += 1
    report.operations[asked.operation] += 1
    if answer is not None:
        report.statuses[answer.status] += 1
        report.codes[answer.code] += 1
    if flaw:
        report.failures.append(f"request {report.requests}, {asked.describe()}\n  {flaw}")
    report.slowest = max(report.slowest, (time.process_time() - begun, asked.describe()[:200]))
    return answer


def forms_of_refusal(asked):
    """Outside the API people are told as a page what went wrong."""
    page = set() if asked.path.startswith(f"{BASE}/") else {"text/html; charset=utf-8"}
    return {"application/problem+json"} | page


def flaw_of(asked, answer, causes):
    if answer.status >= 500 and not (answer.status == 503 and answer.code in DELIBERATE):
        return f"{answer.status} {answer.code}: {causes.last}"
    if answer.status >= 400 and asked.method != "HEAD" and answer.content_type not in forms_of_refusal(asked):
        return f"{answer.status} as {answer.content_type}, which is no problem"
    return None


def send(app, asked, random):
    """As a server hands a request over, without a server."""
    seen = {}

    def start(status, headers, exc_info=None):
        seen["status"], seen["headers"] = int(status[:3]), {name.lower(): value for name, value in headers}

    answer = app.wsgi_app(environ_of(asked, random), start)
    try:
        live = seen["headers"].get("content-type", "").startswith("text/event-stream")
        body = b"".join(
            islice(answer, 1 if live else CHUNKS)
        )  # where nothing happens, what follows is far off
    finally:
        getattr(answer, "close", lambda: None)()
    content_type = seen["headers"].get("content-type", "")
    code = json.loads(body)["code"] if content_type == "application/problem+json" and body else ""
    return Answer(seen["status"], content_type, code)


def environ_of(asked, random):
    headers = {
        f"HTTP_{name.upper().replace('-', '_')}": value.encode("utf-8", "replace").decode("latin-1")
        for name, value in asked.headers.items()
    }
    length = len(asked.body) + (random.choice((-1, 1, 10**12)) if random.random() < 0.01 else 0)
    return headers | {
        "REQUEST_METHOD": asked.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(asked.path.encode("latin-1", "replace")).decode("latin-1"),
        "QUERY_STRING": asked.query,
        "CONTENT_TYPE": headers.pop("HTTP_CONTENT_TYPE", ""),
        "CONTENT_LENGTH": str(max(length, 0)),
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8080",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": f"10.{random.randrange(256)}.{random.randrange(256)}.1",  # limits count by address
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(asked.body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }


def memory_held():
    """Resident bytes, after what is free was given back."""
    gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


@contextmanager
def caught_causes():
    causes, log = Causes(), logging.getLogger("service")
    before = log.propagate
    log.addHandler(causes)
    log.propagate = False
    try:
        yield causes
    finally:
        log.removeHandler(causes)
        log.propagate = before


@contextmanager
def alarm():
    def ring(*_):
        raise Stuck

    before = {number: signal.signal(number, ring) for number in (signal.SIGALRM, signal.SIGPROF)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def set_alarm(busy, waiting):
    """In seconds; 0 turns it off. A machine with much else to do makes no request slow."""
    signal.setitimer(signal.ITIMER_PROF, busy)
    signal.setitimer(signal.ITIMER_REAL, waiting)
