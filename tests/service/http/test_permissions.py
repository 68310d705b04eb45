"""docs/permissions.md, asked cell by cell."""

import re

import pytest

import desk
from desk import bearer, opened
from games.match import commands
from games.match.permits import PERMITS
from service.config import HOME
from service.http.app import operations

PAGE = (HOME / "docs" / "permissions.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|\n").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| `")
]
COLUMNS = ["public", "nobody", "watch", "another", "own", "host", "foreign"]
TABLE = {row[0].strip("`"): dict(zip(COLUMNS, row[1:], strict=True)) for row in ROWS}
CELLS = [(call, who, said) for call, row in TABLE.items() for who, said in row.items()]
CLOCK = {"kind": "per_answer", "seconds": 3600}


class Scene:
    """A match in which the call would be carried out, if only by the right one: that is seat `own`."""

    def __init__(self, call, visibility):
        self.call = call
        self.client = desk.client()
        self.table = opened(self.client, visibility=visibility, clock=CLOCK)
        self.own, self.body = 0, {}
        getattr(self, f"for_{call}", self.for_reading)()

    def gathered(self):
        self.table.sit("Ada")
        self.table.sit("Bob")

    def started(self):
        self.gathered()
        self.table.start()

    def for_reading(self):
        self.started()

    def for_fork_match(self):
        self.started()
        self.body = {"version": self.table.get(token=self.table.host).json["version"]}

    def for_take_seat(self):
        """One seat is left: tokens of both seats are wanted, so of a match for three."""
        self.table = opened(self.client, seats=3, visibility=self.visibility())
        self.gathered()

    def visibility(self):
        return self.client.get(self.table.path, headers=bearer(self.table.host)).json["visibility"]

    for_leave_seat = gathered
    for_start_match = gathered

    def for_seat_bot(self):
        self.for_take_seat()
        self.body = {"mind": "random"}

    def for_submit_command(self):
        self.started()
        offered = self.table.offered(self.table.host)
        self.own, self.body = offered["turn"], offered["commands"][0]["command"]

    def for_resign(self):
        self.started()
        self.body = {"seat": 0}

    def for_undo(self):
        self.started()
        before = self.table.get(token=self.table.host).json["version"]
        self.table.play(4)
        self.body = {"to": before}

    def for_redo(self):
        self.for_answer_undo()
        self.own = 0
        self.table.post("/undo/answer", {"agree": True}, self.table.seats[1])
        self.body = {}

    def for_answer_undo(self):
        self.for_undo()
        self.table.post("/undo", self.body, self.table.seats[0])
        self.own, self.body = 1, {"agree": False}

    def for_answer_pause(self):
        self.started()
        self.table.post("/pause", {}, self.table.seats[0])
        self.own, self.body = 1, {"agree": False}

    def for_resume(self):
        self.for_answer_pause()
        self.table.post("/pause/answer", {"agree": True}, self.table.seats[1])
        self.own, self.body = 0, {}

    def token(self, who):
        seats = self.table.seats
        return {
            "public": lambda: None,
            "nobody": lambda: None,
            "watch": lambda: self.table.watch,
            "another": lambda: seats[1 - self.own],
            "own": lambda: seats[self.own],
            "host": lambda: self.table.host,
            "foreign": lambda: opened(self.client).host,
        }[who]()

    def asked(self, who):
        operation = next(known for known in operations() if known.name == self.call)
        seat = "2" if self.call == "seat_bot" else str(self.own)
        names = {"match": self.table.match, "seat": seat, "version": "1"}
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: names[part[1]], operation.path)
        if self.call == "stream_matches":
            path += f"?matches={self.table.match}"
        body = {"json": self.body} if operation.method in {"POST", "PUT"} else {}
        return self.client.open(path, method=operation.method, headers=bearer(self.token(who)), **body)


@pytest.mark.parametrize(("call", "who", "said"), CELLS)
def test_a_cell_is_as_it_is_written(call, who, said):
    answer = Scene(call, "public" if who == "public" else "private").asked(who)

    got = "yes" if answer.status_code < 300 else answer.json["code"]
    assert got == said, answer.text if answer.status_code >= 300 else ""


def test_every_call_of_a_match_has_its_row():
    assert {operation.name for operation in operations() if operation.in_match} == set(TABLE) - {
        "stream_matches"
    }


@pytest.mark.parametrize("command", PERMITS)
def test_the_page_says_what_the_table_in_the_code_says(command):
    if "clock" in PERMITS[command]:
        pytest.skip("no call gives this command")
    row = TABLE[re.sub(r"(?<=[a-z])(?=[A-Z])", "_", command.__name__).lower()]
    roles = PERMITS[command]

    assert (row["host"] == "yes") == bool(roles & {"host", "anyone"})
    assert (row["own"] == "yes") == bool(roles & {"person in that seat", "person", "anyone"})
    assert (row["watch"] == "yes") == ("anyone" in roles)


def test_every_command_of_a_match_stands_in_the_table():
    assert set(commands.COMMANDS) - set(PERMITS) == {commands.OpenMatch}
