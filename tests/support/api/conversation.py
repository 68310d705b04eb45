"""Schemathesis in conversation: it follows the links of the document, with the tokens it was given."""

from __future__ import annotations

from collections import Counter

import schemathesis
from hypothesis import HealthCheck, Phase, settings

from events.memory_store import MemoryStore
from support.api import api
from support.api.conformance import CHECKS, PLAIN, name_of

# The course of a match, and where its links lead; everything else is asked one by one.
ALONG = [
    "open_match",
    "take_seat",
    "start_match",
    "list_commands",
    "submit_command",
    "undo",
]
OF_SEATS = {"submit_command", "undo"}
STEPS = 30


class Anew:
    """An API for each conversation: the machine wants the same answer to the same words."""

    def open(self):
        self.client = api.client(MemoryStore())
        self.tables = {}
        self.keys = api.keys()

    def __call__(self, environ, start_response):
        return self.client.application(environ, start_response)


def conversed(conversations):
    """This many of them; how often each call was answered with which status."""
    seen = Counter()
    conversation(seen).run(
        settings=settings(
            max_examples=conversations,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
    )
    return seen


def conversation(seen):
    """Nearly everything a machine says is refused, so it opens a match that can be started."""
    instance = Anew()
    instance.open()
    schema = schemathesis.openapi.from_wsgi("/v1/openapi.json", instance)

    class Conversation(schema.include(operation_id=ALONG).as_state_machine()):
        def setup(self):
            instance.open()

        def before_call(self, case):
            name = name_of(case)
            case.query = {}
            key = {"Idempotency-Key": next(instance.keys)}
            case.headers = key | PLAIN | api.bearer(token_for(case, name))
            if name == "open_match":
                bots = [{"seat": 1, "mind": "greedy"}]
                case.body = {"game": "schiefer", "seats": 2, "bots": bots}

        def after_call(self, response, case):
            seen[name_of(case), response.status_code] += 1
            said = response.json() if response.status_code == 201 else {}
            if "host_token" in said:
                instance.tables[said["match"]] = api.TableOverHttp(
                    instance.client, said["match"], said["host_token"]
                )
            if "seat_token" in said:
                instance.tables[said["match"]].seats[said["seat"]] = said["seat_token"]

        def validate_response(self, response, case, **_):
            case.validate_response(response, checks=list(CHECKS))

    def token_for(case, name):
        table = instance.tables.get((case.path_parameters or {}).get("match"))
        return table and (table.seats.get(0, table.host) if name in OF_SEATS else table.host)

    return Conversation
