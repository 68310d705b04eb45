"""Webhooks over HTTP: who may register and see what, and which addresses are refused."""

import base64

import pytest

from events.store import StoreUnavailable
from service.webhooks.address import POLICIES, AddressRefused, target_of
from service.webhooks.records import Delivery, Webhooks, number_of
from support.api import api
from support.api.api import bearer

KEY = "a-key-that-is-hard-to-guess"
PUBLIC = "https://93.184.215.14/hook"  # a number, so that no test asks a name server


def register(client, table, token, key=None, **said):
    body = {"match": table.match, "url": PUBLIC, "kinds": ["your_turn"]} | said
    headers = bearer(token) | ({"Idempotency-Key": key} if key else {})
    return client.post("/v1/webhooks", json=body, headers=headers)


def test_whoever_registers_is_shown_a_secret_once(client, running):
    answer = register(client, running, running.seats[0], kinds=["your_turn", "finished"])

    assert answer.status_code == 201
    assert len(base64.b64decode(answer.json["secret"].removeprefix("whsec_"))) == 32
    again = client.get(f"/v1/webhooks/{answer.json['webhook']}", headers=bearer(running.seats[0]))
    assert again.json == {name: said for name, said in answer.json.items() if name != "secret"}


def test_a_repeated_request_gets_the_same_secret_and_no_second_webhook(client, running):
    key = "a-key-that-is-hard-to-guess"
    first, second = (register(client, running, running.host, key) for _ in range(2))

    assert first.json == second.json
    assert second.headers["Idempotency-Replayed"] == "true"
    assert register(client, running, running.host, key, kinds=["entry"]).status_code == 422
    found = client.get(f"/v1/webhooks?match={running.match}", headers=bearer(running.host))
    assert len(found.json["webhooks"]) == 1


def test_a_key_is_good_for_one_request_whatever_its_scope_is(store):
    client = api.client(store, open_clients=1)
    vouched = client.post("/v1/clients", json={"name": "tafel"}).json["key"]
    table = api.open_table(client)
    seated = client.post(f"{table.path}/seats", json={"player": "ada"}, headers={"X-Client-Key": vouched})
    token = seated.json["seat_token"]
    assert register(client, table, token, KEY, scope="match").status_code == 201

    for said in ({"scope": "player"}, {"scope": "match", "kinds": ["entry"]}, {"url": f"{PUBLIC}/other"}):
        other = register(client, table, token, KEY, **said)
        assert (other.status_code, other.json["code"]) == (422, "idempotency_key_reused")
    found = client.get(f"/v1/webhooks?match={table.match}", headers=bearer(token)).json["webhooks"]
    assert [webhook["scope"] for webhook in found] == ["match"]
    assert register(client, table, table.host, KEY).status_code == 201  # a key counts for its token alone


@pytest.mark.parametrize("scope", ["match", "player"])
def test_no_repetition_brings_back_a_webhook_that_was_deleted(store, scope):
    client = api.client(store, open_clients=1)
    vouched = client.post("/v1/clients", json={"name": "tafel"}).json["key"]
    table = api.open_table(client)
    seated = client.post(f"{table.path}/seats", json={"player": "ada"}, headers={"X-Client-Key": vouched})
    token = seated.json["seat_token"]
    first = register(client, table, token, KEY, scope=scope)
    path = f"/v1/webhooks/{first.json['webhook']}"
    assert client.delete(path, headers=bearer(token)).status_code == 200
    again = register(client, table, token, KEY, scope=scope)

    assert (again.status_code, again.json) == (201, first.json)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert client.get(path, headers=bearer(token)).status_code == 404
    assert register(client, table, token, KEY, scope=scope, kinds=["entry"]).status_code == 422
    assert client.get(path, headers=bearer(token)).status_code == 404


def test_a_registration_that_was_cut_short_is_completed_by_its_repetition(client, running, monkeypatch):
    with monkeypatch.context() as cut:
        cut.setattr(Webhooks, "keep", lambda *_: (_ for _ in ()).throw(StoreUnavailable("gone")))
        assert register(client, running, running.host, KEY).status_code == 503
    again = register(client, running, running.host, KEY)

    assert again.status_code == 201
    path = f"/v1/webhooks/{again.json['webhook']}"
    assert client.get(path, headers=bearer(running.host)).status_code == 200


class TestRedelivering:
    @pytest.fixture
    def delivery(self, client, running, store):
        """One that failed, and where it is sent again."""
        webhook = register(client, running, running.host).json["webhook"]
        number = number_of(webhook, running.match, 1, "your_turn")
        failed = Delivery(
            number=number,
            webhook=webhook,
            kind="your_turn",
            match=running.match,
            version=1,
            seat=0,
            made_at=1,
            state="failed",
        )
        Webhooks(store).expect(failed)
        return failed, f"/v1/webhooks/{webhook}/deliveries/{number:012x}"

    def again(self, client, running, path, key):
        return client.post(path, headers=bearer(running.host) | {"Idempotency-Key": key})

    def test_a_repetition_sends_nothing(self, client, running, store, delivery):
        failed, path = delivery
        first = self.again(client, running, path, "one")
        assert (first.status_code, first.json["state"]) == (202, "waiting")
        assert "Idempotency-Replayed" not in first.headers
        Webhooks(store).record(failed)  # it failed once more
        repeated = self.again(client, running, path, "one")

        assert (repeated.status_code, repeated.json["state"]) == (202, "failed")
        assert repeated.headers["Idempotency-Replayed"] == "true"
        assert Webhooks(store).pending() == []
        assert self.again(client, running, path, "another").json["state"] == "waiting"

    def test_a_key_of_another_request_or_one_that_is_none_is_refused(self, client, running, store, delivery):
        _, path = delivery
        key = "a-key-that-registers-another-webhook"
        assert register(client, running, running.host, key).status_code == 201

        assert self.again(client, running, path, key).json["code"] == "idempotency_key_reused"
        assert self.again(client, running, path, "with space").json["code"] == "malformed"
        assert Webhooks(store).pending() == []


def test_no_secret_lies_in_the_store(client, running, held):
    secret = register(client, running, running.host).json["secret"].removeprefix("whsec_")

    assert secret not in str(held())
    assert str(base64.b64decode(secret)) not in str(held())


def test_one_sees_only_what_the_own_token_has_registered(client, running):
    webhook = register(client, running, running.seats[0]).json["webhook"]

    def look(token):
        return client.get(f"/v1/webhooks/{webhook}", headers=bearer(token)).status_code

    assert [look(running.seats[0]), look(running.seats[1]), look(running.host), look(None)] == [
        200,
        401,
        401,
        401,
    ]
    listed = client.get(f"/v1/webhooks?match={running.match}", headers=bearer(running.seats[1]))
    assert listed.json == {"webhooks": []}


def test_a_webhook_that_was_deleted_is_gone(client, running):
    webhook = register(client, running, running.host).json["webhook"]
    path = f"/v1/webhooks/{webhook}"

    assert client.delete(path, headers=bearer(running.seats[0])).status_code == 401
    assert client.delete(path, headers=bearer(running.host)).status_code == 200
    assert client.get(path, headers=bearer(running.host)).status_code == 404


def test_the_host_sees_whom_others_have_told_without_the_path_and_may_delete_it(client, running):
    own = register(client, running, running.host).json["webhook"]
    seat_s = register(client, running, running.seats[0], url=f"{PUBLIC}?key=secret").json["webhook"]
    listed = client.get(f"/v1/webhooks?match={running.match}", headers=bearer(running.host)).json["webhooks"]

    assert {one["webhook"]: one["url"] for one in listed} == {own: PUBLIC, seat_s: "https://93.184.215.14/"}
    path = f"/v1/webhooks/{seat_s}"
    assert client.get(f"{path}/deliveries", headers=bearer(running.host)).status_code == 401
    deleted = client.delete(path, headers=bearer(running.host))
    assert (deleted.status_code, deleted.json["url"]) == (200, "https://93.184.215.14/")
    assert client.get(path, headers=bearer(running.seats[0])).status_code == 404


def test_the_host_neither_sees_nor_deletes_the_webhook_of_a_player():
    client = api.client(open_clients=1)
    key = client.post("/v1/clients", json={"name": "tafel"}).json["key"]
    table = api.open_table(client)
    seated = client.post(f"{table.path}/seats", json={"player": "ada"}, headers={"X-Client-Key": key})
    webhook = register(client, table, seated.json["seat_token"], scope="player").json["webhook"]

    listed = client.get(f"/v1/webhooks?match={table.match}", headers=bearer(table.host)).json
    assert listed == {"webhooks": []}
    assert client.delete(f"/v1/webhooks/{webhook}", headers=bearer(table.host)).status_code == 401


def test_a_guest_registers_nothing(client, running):
    assert register(client, running, None).status_code == 401


def test_only_a_seat_with_a_player_speaks_for_the_player():
    client = api.client(open_clients=1)
    key = client.post("/v1/clients", json={"name": "tafel"}).json["key"]
    table = api.open_table(client)
    seated = client.post(f"{table.path}/seats", json={"player": "ada"}, headers={"X-Client-Key": key})
    table.seats[0] = seated.json["seat_token"]
    table.sit()

    assert register(client, table, table.seats[0], scope="player").json["player"] == "tafel/ada"
    assert register(client, table, table.seats[1], scope="player").status_code == 422
    assert register(client, table, table.host, scope="player").status_code == 422
    listed = client.get(f"/v1/webhooks?match={table.match}", headers=bearer(table.seats[0]))
    assert [webhook["scope"] for webhook in listed.json["webhooks"]] == ["player"]


REFUSED = [
    "http://93.184.215.14/",  # without TLS
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",  # 127.0.0.1 as one number
    "https://localhost/",
    "https://10.1.2.3/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://168.63.129.16/",
    "https://192.88.99.1/",
    "https://[3fff::1]/",
    "https://100.100.100.200/",
    "https://0.0.0.0/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://[::1]/",
    "https://[::]/",
    "https://[fe80::1]/",
    "https://[fd00:ec2::254]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b:1::7f00:1]/",  # the same, for use within a server
    "https://[::7f00:1]/",
    "https://[fec0::1]/",
    "https://[2002:7f00:1::]/",
    "https://user@93.184.215.14/",
    "https://93.184.215.14/#part",
    "https://93.184.215.14:99999/",
    "https://93.184.215.14:0/",
    "https://93.184.215.14:port/",
    "https://[93.184.215.14/",
    "https://93.184.215.14/" + "x" * 2000,
    "https://93.184.215.14/\n",
    "https://93.184.215.14/ü",
    "/hook",
    "",
    "ftp://93.184.215.14/",
    "https:///nowhere",
]


@pytest.mark.parametrize("url", REFUSED)
def test_an_address_that_leads_into_a_server_is_refused(url):
    with pytest.raises(AddressRefused):
        target_of(url, POLICIES["https"])


@pytest.mark.parametrize("url", REFUSED)
def test_the_api_says_of_each_that_it_is_refused_and_keeps_nothing(client, running, held, url):
    before = held()
    answer = register(client, running, running.host, url=url)

    assert (answer.status_code, answer.json["code"]) == (422, "webhook_address_refused")
    assert held() == before


def test_a_name_counts_as_all_the_numbers_it_stands_for(monkeypatch):
    def two(*_, **__):
        return [(0, 0, 0, "", ("93.184.215.14", 443)), (0, 0, 0, "", ("10.0.0.1", 443))]

    monkeypatch.setattr("service.webhooks.address.socket.getaddrinfo", two)
    with pytest.raises(AddressRefused):
        target_of("https://example.org/", POLICIES["https"])


def test_the_call_goes_to_the_number_that_was_looked_at():
    target = target_of("https://93.184.215.14:8443/hook?a=1", POLICIES["https"])

    assert (target.address, target.port, target.path) == ("93.184.215.14", 8443, "/hook?a=1")
    assert target_of("https://[2606:2800:21f::1]/", POLICIES["https"]).address == "2606:2800:21f::1"


def test_this_machine_may_be_called_where_that_is_configured():
    assert target_of("http://127.0.0.1:9000/", POLICIES["loopback"]).address == "127.0.0.1"
    with pytest.raises(AddressRefused):
        target_of("http://10.0.0.1:9000/", POLICIES["loopback"])
