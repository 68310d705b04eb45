"""Client applications: keys, namespaces of players, and forgetting somebody."""

import pytest

from events.entry import walk_chain
from events.store import ServerScope
from service.players.clients import Clients
from support.api import api
from support.api.api import bearer, open_table

OPEN = {"open_clients": 1}
WEBHOOK = {"url": "https://93.184.215.14/hook", "kinds": ["entry"], "scope": "player"}


@pytest.fixture
def instance(store):
    return api.client(store, **OPEN)


def key_of(instance, name, **headers):
    answer = instance.post("/v1/clients", json={"name": name}, headers=api.dash_names(headers))
    assert answer.status_code == 201, answer.text
    return answer.json["key"]


def sit(table, player, key=None, name="Ada"):
    headers = {"X-Client-Key": key} if key else {}
    return table.client.post(f"{table.path}/seats", json={"player": player, "name": name}, headers=headers)


def players(table):
    return [seat["player"] for seat in table.get().json["seats"]]


def names(table):
    return [seat["name"] for seat in table.get().json["seats"]]


def test_a_player_is_called_after_its_client(instance):
    table = open_table(instance, seats=3)
    for player, key in [
        ("ada", key_of(instance, "tafel")),
        ("ada", key_of(instance, "kreide")),
        ("ada", None),
    ]:
        assert sit(table, player, key).status_code == 201

    assert players(table) == ["tafel/ada", "kreide/ada", "guest/ada"]


def test_the_same_idempotency_key_of_another_client_is_another_request(instance):
    table = open_table(instance)
    keys = [key_of(instance, name) for name in ("tafel", "kreide")]
    said = {"json": {"player": "ada"}}
    once = {"Idempotency-Key": "hard-to-guess-by-anybody"}
    asked = [
        instance.post(f"{table.path}/seats", headers=once | {"X-Client-Key": key}, **said)
        for key in [*keys, keys[0]]
    ]

    assert players(table) == ["tafel/ada", "kreide/ada"]
    assert asked[0].json == asked[2].json
    assert asked[0].json["seat_token"] != asked[1].json["seat_token"]
    assert [answer.headers.get("Idempotency-Replayed") for answer in asked] == [None, None, "true"]


@pytest.mark.parametrize("key", ["x", "gbk_" + "0" * 64, "gbk_" + "G" * 64])
def test_a_key_that_nobody_has_seats_nobody(instance, held, key):
    table = open_table(instance)
    before = held()

    assert sit(table, "ada", key).json["code"] == "client_unknown"
    assert held() == before


def test_keys_are_kept_hashed(instance, store):
    key = key_of(instance, "tafel")
    kept = [store.document(ServerScope("clients"), name) for name in ("names", "keys")]

    assert key not in str(kept)


def test_a_repeated_registration_gets_the_same_key(instance):
    again = {"idempotency_key": "hard-to-guess-by-anybody"}

    assert key_of(instance, "tafel", **again) == key_of(instance, "tafel", **again)
    other = instance.post(
        "/v1/clients", json={"name": "tafel"}, headers={"Idempotency-Key": "another-key-of-somebody"}
    )
    assert other.json["code"] == "client_exists"


def test_a_repetition_says_so_and_another_name_is_refused(instance):
    once = {"Idempotency-Key": "hard-to-guess-by-anybody"}
    first, again, other = (
        instance.post("/v1/clients", json={"name": name}, headers=once)
        for name in ("tafel", "tafel", "kreide")
    )

    assert "Idempotency-Replayed" not in first.headers
    assert (again.status_code, again.json) == (201, first.json)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (other.status_code, other.json["code"]) == (422, "idempotency_key_reused")
    assert key_of(instance, "kreide")


class TestRemoving:
    ADMIN = "an-admin-token-of-thirty-two-characters"

    @pytest.fixture
    def instance(self, store):
        return api.client(store, **OPEN, admin_token=self.ADMIN)

    @pytest.fixture
    def removed(self, instance, store):
        """The key that the client had."""
        key = key_of(instance, "tafel", idempotency_key="hard-to-guess-by-anybody")
        assert Clients(store, api.SECRET).remove("tafel")
        return key

    def ask(self, instance, **headers):
        return instance.post("/v1/clients", json={"name": "tafel"}, headers=api.dash_names(headers))

    def test_nobody_takes_over_the_players_of_a_client_that_is_gone(self, instance, removed, held):
        table, before = open_table(instance), held()

        assert self.ask(instance).json["code"] == "client_exists"
        assert self.ask(instance, idempotency_key="hard-to-guess-by-anybody").json["code"] == "client_exists"
        assert sit(table, "ada", removed).json["code"] == "client_unknown"
        assert held() == before

    def test_the_admin_hands_the_name_out_again_and_the_old_key_stays_void(self, instance, removed):
        answer = self.ask(instance, authorization=f"Bearer {self.ADMIN}")

        assert answer.status_code == 201
        assert answer.json["key"] != removed
        table = open_table(instance)
        assert sit(table, "ada", removed).json["code"] == "client_unknown"
        assert sit(table, "ada", answer.json["key"]).status_code == 201
        assert players(table)[0] == "tafel/ada"
        assert self.ask(instance, authorization=f"Bearer {self.ADMIN}").json["code"] == "client_exists"

    def test_a_key_that_was_void_is_never_good_again(self, instance, store):
        admin = {"authorization": f"Bearer {self.ADMIN}", "idempotency_key": "hard-to-guess-by-anybody"}
        key = self.ask(instance, **admin).json["key"]
        Clients(store, api.SECRET).remove("tafel")

        assert self.ask(instance, **admin).json["code"] == "client_exists"
        assert sit(open_table(instance), "ada", key).json["code"] == "client_unknown"


@pytest.mark.parametrize("name", ["guest", "", "A", "a/b", "a", "x" * 32, "-a", "ü-client"])
def test_a_name_that_would_mislead_is_refused(instance, name):
    assert instance.post("/v1/clients", json={"name": name}).json["code"] == "malformed"


def test_where_registration_is_closed_only_the_admin_registers(store):
    assert api.client(store).post("/v1/clients", json={"name": "tafel"}).status_code == 403


def test_who_is_not_seated_is_not_remembered(instance, held):
    begun, private = api.running(instance), open_table(instance, visibility="private")
    free = open_table(instance)
    before = held()
    for table, said in [
        (api.TableOverHttp(instance, "nobody", "x"), {}),
        (begun, {}),
        (private, {}),
        (free, {"seat": 7}),
        (free, {"words": "x" * 1000}),
    ]:
        assert table.post("/seats", {"player": "ada"} | said).status_code >= 400

    assert held() == before


def test_a_guest_does_not_speak_for_a_player(instance):
    table = open_table(instance)
    key = key_of(instance, "tafel")
    tokens = [sit(table, "ada", known).json["seat_token"] for known in (key, None)]

    asked = [
        instance.post("/v1/webhooks", json=WEBHOOK | {"match": table.match}, headers=bearer(token))
        for token in tokens
    ]
    assert [answer.status_code for answer in asked] == [201, 422]


class TestErasing:
    @pytest.fixture
    def known(self, instance):
        """Two matches of one player, who has a webhook, with somebody else at the table."""
        key, tables = key_of(instance, "tafel"), [open_table(instance) for _ in range(2)]
        for table in tables:
            token = sit(table, "ada", key).json["seat_token"]
            sit(table, "bob", key, name="Bob")
            table.post("/start", token=table.host)
        made = WEBHOOK | {"match": tables[-1].match}
        webhook = instance.post("/v1/webhooks", json=made, headers=bearer(token))
        assert webhook.status_code == 201, webhook.text
        return key, tables

    def erase(self, instance, player, key):
        return instance.delete(f"/v1/players/tafel/{player}", headers={"X-Client-Key": key} if key else {})

    def test_names_go_and_every_match_and_hash_stays(self, instance, known, store):
        key, tables = known
        before = [store.entries(table.match) for table in tables]
        answer = self.erase(instance, "ada", key)

        assert answer.json == {"player": "tafel/ada", "matches": sorted(table.match for table in tables)}
        for table, entries in zip(tables, before, strict=True):
            assert (names(table), players(table)) == (["Seat 1", "Bob"], [None, "tafel/bob"])
            assert list(walk_chain(store.entries(table.match))) == entries

    def test_nothing_of_the_player_is_left_in_the_server(self, instance, known, store):
        key, _ = known
        self.erase(instance, "ada", key)

        assert b"tafel/ada" not in repr(store._documents).encode()
        assert b"93.184.215.14" not in repr(store._documents).encode()

    @pytest.mark.parametrize("part", ["", "/commands", "/story"])
    def test_no_cache_goes_on_showing_the_name(self, instance, known, part):
        key, (table, _) = known
        before = table.get(part).headers["ETag"]
        assert table.get(part, if_none_match=before).status_code == 304
        self.erase(instance, "ada", key)
        after = table.get(part, if_none_match=before)

        assert after.status_code == 200
        assert "Ada" not in after.text
        assert table.get(part, if_none_match=after.headers["ETag"]).status_code == 304
        pinned = table.post("/pause", token=table.host, if_match=after.headers["ETag"])
        assert pinned.status_code != 412

    def test_again_it_finds_nothing(self, instance, known):
        key, _ = known
        self.erase(instance, "ada", key)

        assert self.erase(instance, "ada", key).json["matches"] == []

    def test_only_the_client_forgets_its_players(self, instance, known):
        _, tables = known
        other = key_of(instance, "kreide")

        assert self.erase(instance, "ada", None).json["code"] == "client_unknown"
        assert self.erase(instance, "ada", other).json["code"] == "not_permitted"
        assert names(tables[0]) == ["Ada", "Bob"]
