"""docs/permissions.md, asked of matches that are over, archived or imported, in each visibility."""

from random import Random

import fakeredis
import pytest

from events.archive.archive import Archive
from events.archive.archived_store import ArchivedStore
from events.memory_store import MemoryStore
from events.redis_store.store import RedisStore
from service.maintenance.archiving import archive_finished
from service.matches.handler import Request
from service.webhooks.records import Delivery, Webhooks
from support.api import api
from support.api.api import bearer, open_table
from support.docs.permissions_page import ROLES, address_of, said_by, table_of

ADMIN = "0123456789abcdef" * 4
VISIBILITIES = ("public", "unlisted", "private")
OVER = table_of("In a match that is over", *ROLES)
IMPORTED = table_of("In an imported match", "anyone", "foreign", "admin")
WEBHOOK_CALLS = {"get_webhook", "delete_webhook", "list_deliveries", "redeliver"}
BODIES = {
    "fork_match": {"version": 6},
    "take_seat": {},
    "seat_bot": {"mind": "random"},
    "resign": {"seat": 0},
    "undo": {"to": 5},
    "answer_undo": {"agree": True},
    "answer_pause": {"agree": True},
}


class Scene:
    """A match whose end has come, and everybody who may ask something of it."""

    def __init__(self, store, visibility):
        self.store = store
        self.client = api.client(store, admin_token=ADMIN)
        self.table = open_table(self.client, visibility=visibility, resigning="end", advice="on")
        self.table.sit("Ada")
        self.table.sit("Bob")
        self.table.start()
        offered = self.table.offered(self.table.host)
        self.command = offered["commands"][0]["command"]
        self.advised = self.table.post("/advice", {}, self.table.seats[offered["turn"]]).json["version"]
        self.table.play(4)
        self.foreign = open_table(self.client).host

    def play_out(self):
        """Without an API in between: a whole match over HTTP takes seconds."""
        matches, random = api.services(self.store).matches, Random(1)
        while (match := matches.repository.fresh(self.table.match).match).status == "running":
            question = match.table.agenda[0]
            answer = random.choice(match.rules.rules.legal(match.table, question))
            matches.handle(self.table.match, answer, Request(token=self.table.seats[question.seat]))
        assert match.status == "finished"

    def token(self, who):
        return {
            "watch": self.table.watch,
            "another": self.table.seats[1],
            "own": self.table.seats[0],
            "host": self.table.host,
            "foreign": self.foreign,
            "admin": ADMIN,
        }.get(who)

    def register_webhook(self):
        """With a delivery that failed; a new one each time, because somebody may delete it."""
        body = self.body("register_webhook")
        made = self.client.post("/v1/webhooks", json=body, headers=bearer(self.table.seats[0])).json
        facts = {"kind": "entry", "match": self.table.match, "version": 1, "seat": None, "made_at": 1}
        Webhooks(self.store).expect(Delivery(number=1, webhook=made["webhook"], **facts))
        return made["webhook"]

    def body(self, call):
        if call == "submit_command":
            return self.command
        if call == "register_webhook":
            return {"match": self.table.match, "url": "https://93.184.215.14/", "kinds": ["entry"]}
        return BODIES.get(call, {})

    def ask(self, call, who, webhook):
        version = self.advised if call == "get_advice" else 1
        names = {"match": self.table.match, "seat": "0", "version": str(version)}
        names |= {"webhook": webhook, "delivery": f"{1:012x}"}
        method, path = address_of(call, names)
        body = {"json": self.body(call)} if method in {"POST", "PUT"} else {}
        return said_by(self.client.open(path, method=method, headers=bearer(self.token(who)), **body))

    def row(self, call, roles):
        """What each of them is told."""
        told = {}
        for who in roles:
            webhook = self.register_webhook() if call in WEBHOOK_CALLS else None
            told[who] = self.ask(call, who, webhook)
            if webhook is not None:
                self.client.delete(f"/v1/webhooks/{webhook}", headers=bearer(self.table.seats[0]))
        return told


def finished(_, visibility):
    scene = Scene(MemoryStore(), visibility)
    scene.play_out()
    return scene


def abandoned(_, visibility):
    scene = Scene(MemoryStore(), visibility)
    scene.table.post("/resign", {}, scene.table.seats[1])
    return scene


def archived(folder, visibility):
    """Asked by a process that has never seen it anywhere else."""
    store = ArchivedStore(RedisStore(fakeredis.FakeRedis()), Archive(folder))
    scene = Scene(store, visibility)
    scene.table.post("/resign", {}, scene.table.seats[1])
    assert archive_finished(store.store, store.archive, 1 << 50).matches == 1
    scene.client = api.client(store, admin_token=ADMIN)
    return scene


def imported(_, visibility):
    """The tokens of the server it came from are at hand."""
    scene = abandoned(_, visibility)
    raw = scene.table.get("/export", scene.table.host).data
    scene.client = api.client(admin_token=ADMIN)
    headers = {"Content-Type": "application/x-ndjson"}
    answer = scene.client.post("/v1/matches/import", data=raw, headers=headers)
    assert answer.status_code == 201
    scene.table.match = answer.json["match"]
    scene.foreign = open_table(scene.client).host
    return scene


@pytest.fixture(
    scope="module",
    params=[(state, visibility) for state in (finished, abandoned, archived) for visibility in VISIBILITIES],
    ids=lambda pair: f"{pair[0].__name__}-{pair[1]}",
)
def scene(request, tmp_path_factory):
    state, visibility = request.param
    return state(tmp_path_factory.mktemp("archive"), visibility)


@pytest.fixture(scope="module", params=VISIBILITIES)
def foreign_scene(request):
    return imported(None, request.param)


@pytest.fixture
def roles(scene):
    """Without a token one is in another column by visibility; only a private match has one for watching."""
    tokenless = {"public"} if scene.table.watch is None else {"nobody", "watch"}
    return [role for role in ROLES if role in tokenless or role not in {"public", "nobody", "watch"}]


@pytest.mark.parametrize("call", OVER)
def test_a_row_of_a_match_that_is_over_is_as_it_is_written(scene, roles, call):
    assert scene.row(call, roles) == {role: OVER[call][role] for role in roles}


@pytest.mark.parametrize("call", IMPORTED)
def test_a_row_of_an_imported_match_is_as_it_is_written(foreign_scene, call):
    told = {who: foreign_scene.ask(call, who, "wh_x") for who in IMPORTED[call]}

    assert told == IMPORTED[call]


@pytest.mark.parametrize("call", IMPORTED)
def test_tokens_of_the_server_it_came_from_open_nothing(foreign_scene, call):
    for who in ("another", "own", "host"):
        assert foreign_scene.ask(call, who, "wh_x") == IMPORTED[call]["foreign"]


def test_the_tables_have_the_same_rows():
    running = table_of("In a match", *ROLES)

    assert list(OVER) == list(IMPORTED) == list(running)


def test_whatever_may_be_read_stays_so_when_the_match_is_over():
    running = table_of("In a match", *ROLES)
    changed = {call for call, row in OVER.items() if row != running[call]}

    assert "get_match" in OVER
    assert not changed & {call for call, row in running.items() if row["watch"] == "yes"} - {"take_seat"}
