"""docs/permissions.md, asked cell by cell."""

import re

import pytest

from events.memory_store import MemoryStore
from games.match import commands
from games.match.permits import PERMITS
from service.api.app import list_operations
from service.webhooks.records import Delivery, Webhooks
from support.api import api
from support.api.api import bearer, open_table
from support.docs.permissions_page import ROLES, SECTIONS, address_of, cells, said_by, table_of

ADMIN = "0123456789abcdef" * 4
TABLE = table_of("In a match", *ROLES)
DOOR = table_of("Beside matches", "anyone", "own", "another", "match", "admin")
TO_ALL = re.findall(r"`(\w+)`", SECTIONS["Beside matches"].partition("Open to all:")[2])
CLOCK = {"kind": "per_answer", "seconds": 3600}


class Scene:
    """A match in which the call would be carried out, if only by the right one: that is seat `own`."""

    def __init__(self, call, visibility):
        self.call = call
        self.store = MemoryStore()
        self.client = api.client(self.store, admin_token=ADMIN)
        self.webhook, self.version = None, 1
        terms = {"visibility": visibility, "clock": CLOCK, "rated": False, "advice": "on"}
        self.table = open_table(self.client, **terms)
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
        self.table = open_table(self.client, seats=3, visibility=self.visibility())
        self.gathered()

    def visibility(self):
        return self.client.get(self.table.path, headers=bearer(self.table.host)).json["visibility"]

    for_leave_seat = gathered
    for_start_match = gathered
    for_cancel_match = gathered

    def for_seat_bot(self):
        self.for_take_seat()
        self.body = {"mind": "random"}

    def for_rematch(self):
        """The match has to be over for it."""
        self.table = open_table(self.client, visibility=self.visibility(), resigning="end")
        self.started()
        self.table.post("/resign", token=self.table.seats[1])

    def for_ask_review(self):
        """The match has to be over for it."""
        self.for_rematch()

    def for_change_notice(self):
        self.started()
        self.body = {"title": "An evening"}

    def for_submit_command(self):
        self.started()
        offered = self.table.offered(self.table.host)
        self.own, self.body = offered["turn"], offered["commands"][0]["command"]

    def for_ask_advice(self):
        self.for_submit_command()
        self.body = {}

    def for_get_advice(self):
        self.for_ask_advice()
        self.version = self.table.post("/advice", {}, self.table.seats[self.own]).json["version"]

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

    def for_webhooks(self):
        self.started()
        self.body = {"match": self.table.match, "url": "https://93.184.215.14/", "kinds": ["entry"]}

    for_register_webhook = for_webhooks
    for_list_webhooks = for_webhooks

    def for_a_webhook(self):
        """Registered by that seat, with a delivery that failed."""
        self.for_webhooks()
        token = self.table.seats[self.own]
        made = self.client.post("/v1/webhooks", json=self.body, headers=bearer(token)).json
        self.webhook, self.body = made["webhook"], {}
        delivery = Delivery(
            number=1,
            webhook=self.webhook,
            kind="entry",
            match=self.table.match,
            version=1,
            seat=None,
            made_at=1,
        )
        Webhooks(self.store).expect(delivery)

    for_get_webhook = for_a_webhook
    for_delete_webhook = for_a_webhook
    for_list_deliveries = for_a_webhook
    for_redeliver = for_a_webhook

    def token(self, who):
        seats = self.table.seats
        return {
            "public": lambda: None,
            "nobody": lambda: None,
            "watch": lambda: self.table.watch,
            "another": lambda: seats[1 - self.own],
            "own": lambda: seats[self.own],
            "host": lambda: self.table.host,
            "foreign": lambda: open_table(self.client).host,
            "admin": lambda: ADMIN,
        }[who]()

    def asked(self, who):
        names = {
            "match": self.table.match,
            "seat": "2" if self.call == "seat_bot" else str(self.own),
            "version": str(self.version),
            "webhook": self.webhook,
            "delivery": f"{1:012x}",
        }
        method, path = address_of(self.call, names)
        body = {"json": self.body} if method in {"POST", "PUT"} else {}
        return self.client.open(path, method=method, headers=bearer(self.token(who)), **body)


@pytest.mark.parametrize(("call", "who", "said"), cells(TABLE))
def test_a_cell_is_as_it_is_written(call, who, said):
    answer = Scene(call, "public" if who == "public" else "private").asked(who)

    assert said_by(answer) == said


@pytest.mark.parametrize("call", TABLE)
def test_an_unlisted_match_is_as_open_as_a_public_one(call):
    assert said_by(Scene(call, "unlisted").asked("public")) == TABLE[call]["public"]


@pytest.mark.parametrize("call", TABLE)
def test_a_token_is_asked_for_before_the_match_is_looked_up(call, client):
    """Where a public match wants one, too; the others say that there is no such match."""
    names = {"match": "nowhere", "seat": "0", "version": "1", "webhook": "nowhere", "delivery": "nowhere"}
    method, path = address_of(call, names)
    said = said_by(client.open(path, method=method, json={} if method in {"POST", "PUT"} else None))

    assert (said == "token_missing") == (TABLE[call]["public"] == "token_missing")


@pytest.mark.parametrize(("call", "who", "said"), cells(DOOR))
def test_a_cell_beside_matches_is_as_it_is_written(call, who, said, store):
    keys = {
        who: api.services(store).clients.add(name, 1).key
        for who, name in {"own": "tafel", "another": "kreide"}.items()
    }
    client = api.client(store, admin_token=ADMIN)
    tokens = {"admin": ADMIN, "match": open_table(client).host}
    headers = bearer(tokens.get(who)) | ({"X-Client-Key": keys[who]} if who in keys else {})
    method, path, body = {
        "register_client": ("POST", "/v1/clients", {"name": "schiefertafel"}),
        "erase_player": ("DELETE", "/v1/players/tafel/ada", None),
    }[call]

    assert said_by(client.open(path, method=method, json=body, headers=headers)) == said


@pytest.mark.parametrize("call", TO_ALL)
def test_what_is_open_to_all_wants_no_token(call, client):
    operation = next(known for known in list_operations() if known.name == call)
    path = re.sub(r"<(?:\w+:)?(\w+)>", "schiefer", operation.path)
    answer = client.open(path, method=operation.method, json={} if operation.writes != "nothing" else None)

    assert answer.status_code not in {401, 403}


def test_every_call_has_its_row():
    """The stream of many matches is judged like that of one."""
    rows = [*TABLE, *DOOR, *TO_ALL]

    assert sorted(rows) == sorted(operation.name for operation in list_operations())


def test_where_no_admin_was_named_nobody_is_one(client):
    table = open_table(client, visibility="private")

    assert table.get(token=ADMIN).json["code"] == "token_unknown"
    assert client.post("/v1/clients", json={"name": "tafel"}, headers=bearer(ADMIN)).status_code == 403


def test_an_admin_forgets_guests_as_well(client, store):
    table = open_table(client)
    table.sit("Ada", player="ada")
    instance = api.client(store, admin_token=ADMIN)
    erased = instance.delete("/v1/players/guest/ada", headers=bearer(ADMIN))

    assert erased.json == {"player": "guest/ada", "matches": [table.match]}
    assert table.get().json["seats"][0]["name"] == "Seat 1"


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
