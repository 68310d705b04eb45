"""What holds for every call alike: versions, keys, names of requests, browsers, languages, health."""

import re

import pytest

from events.store import StoreUnavailable
from service.api.app import list_operations
from service.api.document.operations import PATH_PART
from support.api import api
from support.api.api import bearer, open_table
from support.api.api import running as begun


class TestVersions:
    @pytest.mark.parametrize("part", ["", "/table", "/commands", "/entries", "/entries/1"])
    def test_who_has_the_answer_is_told_so_in_few_bytes(self, running, part):
        first = running.get(part)
        again = running.get(part, if_none_match=first.headers["ETag"])

        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == first.headers["ETag"]

    def test_the_tag_is_the_version_and_eight_digits_of_the_hash(self, running):
        answer = running.get()

        assert answer.headers["ETag"] == f'"{answer.json["version"]}-{answer.json["hash"][:8]}"'

    def test_an_old_tag_gets_the_new_answer(self, running):
        tag = running.get("/table").headers["ETag"]
        running.play(1)

        assert running.get("/table", if_none_match=tag).status_code == 200

    def test_a_command_for_the_position_that_was_seen_goes_through(self, running):
        answer = running.get("/commands")
        command = answer.json["commands"][0]["command"]
        token = running.seats[answer.json["turn"]]

        tag = answer.headers["ETag"]
        assert running.post("/commands", command, token, if_match=tag).status_code == 201
        assert running.post("/commands", command, token, if_match=tag).status_code == 412

    @pytest.mark.parametrize(
        ("part", "other"),
        [
            ("", {"Accept-Language": "de"}),
            ("/commands", {"Accept-Language": "de"}),
            ("/story", {"Accept-Language": "de"}),
            ("/story", {"Accept": "application/x-ndjson"}),
            ("/entries", {"Accept": "application/x-ndjson"}),
        ],
    )
    def test_another_language_or_form_is_another_answer_of_the_same_version(self, running, part, other):
        plain, varied = running.get(part), running.get(part, **other)

        assert varied.data != plain.data
        assert running.get(part, if_none_match=plain.headers["ETag"], **other).data == varied.data
        assert running.get(part, if_none_match=varied.headers["ETag"], **other).status_code == 304
        offered = running.offered()
        play = offered["commands"][0]["command"], running.seats[offered["turn"]]
        assert running.post("/commands", *play, if_match=varied.headers["ETag"]).status_code == 201
        assert running.post("/commands", *play, if_match=varied.headers["ETag"]).status_code == 412

    def test_a_star_pins_nothing(self, running):
        offered = running.offered()
        token = running.seats[offered["turn"]]
        command = offered["commands"][0]["command"]

        assert running.post("/commands", command, token, if_match="*").status_code == 201

    def test_who_may_not_write_does_not_learn_the_version(self, client):
        table = begun(client, visibility="private")

        assert table.post("/start", if_match='"1-00000000"').json["code"] == "token_missing"


class TestOnce:
    """The same key and the same body: the first answer again."""

    KEY = "5f0c2a1e-7d59-4a57-9d0c-6b0a6f8a2f11"

    def calls(self, table):
        seat = table.offered()["turn"]
        command = table.offered()["commands"][0]["command"]
        return [
            ("POST", "/commands", command, table.seats[seat]),
            ("POST", "/resign", {}, table.seats[1 - seat]),
        ]

    def ask(self, table, call, key=KEY):
        method, part, body, token = call
        headers = bearer(token) | {"Idempotency-Key": key}
        return table.client.open(table.path + part, method=method, json=body, headers=headers)

    def twice(self, table, call, store):
        first = self.ask(table, call)
        again = self.ask(table, call)
        table.client = api.client(store)  # a new process
        later = self.ask(table, call)
        return first, again, later

    def assert_alike(self, first, *others):
        assert "Idempotency-Replayed" not in first.headers
        for other in others:
            assert (other.status_code, other.data) == (first.status_code, first.data)
            assert other.headers["Idempotency-Replayed"] == "true"
            assert [other.headers.get(name) for name in ("ETag", "Location")] == [
                first.headers.get(name) for name in ("ETag", "Location")
            ]

    @pytest.mark.parametrize("number", [0, 1])
    def test_in_a_running_match(self, running, store, number):
        version = running.get().json["version"]
        self.assert_alike(*self.twice(running, self.calls(running)[number], store))
        assert running.get().json["version"] == version + 1

    @pytest.mark.parametrize(
        ("method", "part", "body"),
        [
            ("POST", "/seats", {"name": "Ada"}),
            ("PUT", "/seats/1/bot", {"mind": "random"}),
        ],
    )
    def test_before_it(self, table, store, method, part, body):
        self.assert_alike(*self.twice(table, (method, part, body, table.host), store))
        assert table.get().json["version"] == 2

    def test_leaving_although_the_token_is_dead_by_then(self, table, store):
        table.sit()
        self.assert_alike(*self.twice(table, ("DELETE", "/seats/0", None, table.seats[0]), store))

    def test_starting(self, table, store):
        table.sit()
        table.sit()
        self.assert_alike(*self.twice(table, ("POST", "/start", None, table.host), store))

    def test_opening(self, client, store):
        said = {"json": {"game": "schiefer", "seats": 2}, "headers": {"Idempotency-Key": self.KEY}}
        first, again = client.post("/v1/matches", **said), client.post("/v1/matches", **said)
        later = api.client(store).post("/v1/matches", **said)

        self.assert_alike(first, again, later)
        assert len(client.get("/v1/matches").json["matches"]) == 1

    def test_after_the_position_has_long_changed(self, running):
        call = self.calls(running)[0]
        first = self.ask(running, call)
        running.play()

        self.assert_alike(first, self.ask(running, call))

    def test_however_the_json_is_laid_out(self, table):
        said = {"headers": {"Idempotency-Key": self.KEY}, "content_type": "application/json"}
        first = table.client.post(f"{table.path}/seats", data=b'{"seat": 0, "name": "Ada"}', **said)
        again = table.client.post(f"{table.path}/seats", data=b'{"name":"Ada","seat":0}', **said)

        self.assert_alike(first, again)

    def test_the_same_key_of_another_player_is_another_request(self, running):
        (_, _, command, token), (_, _, _, other) = self.calls(running)
        assert running.post("/commands", command, token, idempotency_key="1").status_code == 201

        assert running.post("/resign", {}, other, idempotency_key="1").status_code == 201

    def test_the_same_key_on_another_path_is_refused(self, running):
        commands, resign = self.calls(running)
        assert self.ask(running, commands).status_code == 201

        answer = self.ask(running, (*resign[:3], commands[3]))
        assert (answer.status_code, answer.json["code"]) == (422, "idempotency_key_reused")


class TestAround:
    def test_a_request_keeps_its_sane_name(self, client):
        assert client.get("/v1/games", headers={"X-Request-Id": "my-1"}).headers["X-Request-Id"] == "my-1"

    @pytest.mark.parametrize("name", ["", "with space", "x" * 65, "ü"])
    def test_another_name_is_replaced(self, client, name):
        given = client.get("/v1/games", headers={"X-Request-Id": name}).headers["X-Request-Id"]
        assert given != name
        assert len(given) == 16

    @pytest.mark.parametrize("path", ["/v1/games", "/v1/nowhere", "/v1/matches?x=1"])
    def test_every_answer_says_how_long_it_took(self, client, path):
        assert client.get(path).headers["Server-Timing"].startswith("app;dur=")

    def test_any_page_may_read_by_default(self, client):
        answer = client.get("/v1/games", headers={"Origin": "https://example.org"})

        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Idempotency-Replayed" in answer.headers["Access-Control-Expose-Headers"]

    def test_only_named_pages_may_read_where_some_are_named(self):
        narrow = api.client(cors_origins=("https://example.org",))

        let = narrow.get("/v1/games", headers={"Origin": "https://example.org"})
        assert let.headers["Access-Control-Allow-Origin"] == "https://example.org"
        assert "Origin" in let.headers.getlist("Vary")
        kept_out = narrow.get("/v1/games", headers={"Origin": "https://example.net"})
        assert "Access-Control-Allow-Origin" not in kept_out.headers

    def test_an_answer_that_no_page_asked_for_may_be_kept_for_one(self, client):
        narrow = api.client(cors_origins=("https://example.org",))

        assert client.get("/v1/games").headers["Access-Control-Allow-Origin"] == "*"
        kept = narrow.get("/v1/games").headers
        assert "Origin" in kept.getlist("Vary")
        assert "Access-Control-Allow-Origin" not in kept

    def test_a_browser_learns_beforehand_what_it_may_send(self, table):
        answer = table.client.options(
            f"{table.path}/commands",
            headers={"Origin": "https://example.org", "Access-Control-Request-Method": "POST"},
        )

        assert answer.status_code == 200
        assert (
            answer.headers["Access-Control-Allow-Methods"]
            == answer.headers["Allow"]
            == "GET, HEAD, OPTIONS, POST"
        )
        assert "Idempotency-Key" in answer.headers["Access-Control-Allow-Headers"]

    def test_every_path_says_which_methods_it_takes(self, client):
        """`/v1/matches/import` is also one of `/v1/matches/{match}`."""
        known = [(PATH_PART.sub("[^/]+", one.path), one.method) for one in list_operations()]
        for path in {PATH_PART.sub("1", operation.path) for operation in list_operations()}:
            headers = client.options(path).headers
            taken = {method for pattern, method in known if re.fullmatch(pattern, path)}

            assert set(headers["Allow"].split(", ")) - {"HEAD"} == taken | {"OPTIONS"}, path
            assert ("HEAD" in headers["Allow"]) == ("GET" in taken)
            assert headers["Access-Control-Allow-Methods"] == headers["Allow"]
            assert headers["Access-Control-Allow-Origin"] == "*"

    def test_a_path_that_does_not_exist_takes_no_method(self, client):
        answer = client.options("/v1/nowhere", headers={"Access-Control-Request-Method": "GET"})

        assert answer.status_code == 404
        assert "Access-Control-Allow-Methods" not in answer.headers


class TestHealth:
    def test_ready_says_how_durable_the_book_is_and_under_which_rules_is_played(self, client):
        answer = client.get("/health/ready").json

        assert (answer["status"], answer["durability"]) == ("ready", "memory")
        assert "schiefer/1" in answer["rules"]

    def test_without_a_book_it_is_alive_but_not_ready(self, client, monkeypatch):
        def gone(_):
            raise StoreUnavailable("gone")

        monkeypatch.setattr("events.memory_store.MemoryStore.check_writable", gone)
        assert client.get("/health/live").status_code == 200
        assert client.get("/health/ready").status_code == 503


class TestCatalogue:
    def test_it_names_every_game_in_the_asked_language(self, client):
        games = client.get("/v1/games?lang=de").json["games"]

        assert games[0]["game"] == "schiefer"
        assert games[0]["about"].startswith("Schieferabbau")
        assert games[0]["seats"] == [2, 3, 4]

    def test_a_game_comes_with_its_board_and_where_each_number_is_from(self, client):
        board = client.get("/v1/games/schiefer").json["boards"]["reconstructed-1"]

        assert board["setup"] == {"source": "rulebook", "supply": 8, "reserve": 18, "money": 3}

    def test_its_schemas_describe_all_it_says(self, client):
        for game in client.get("/v1/games").json["games"]:
            schemas = client.get(f"/v1/games/{game['game']}").json["schemas"]
            for name in ("command", "event", "question"):
                for place in schemas[name]["discriminator"]["mapping"].values():
                    assert place.rpartition("/")[2] in schemas["definitions"]

    def test_words_are_those_of_the_game_and_of_the_match_around_it(self, client):
        words = client.get("/v1/games/schiefer/words?lang=de").json["words"]

        assert words["commands"]["sit_out"] == "Diese Runde aussetzen und dafür keinen Marker nehmen"
        assert words["events"]["match_started"] == "Die Partie beginnt"

    def test_who_has_it_is_told_so(self, client):
        tag = client.get("/v1/games/schiefer").headers["ETag"]

        assert client.get("/v1/games/schiefer", headers={"If-None-Match": tag}).status_code == 304


def test_no_answer_shows_the_seed_of_a_running_match(running):
    running.play(20)
    seed = bytes(range(32)).hex()

    for part in ("", "/table", "/commands", "/entries?limit=200", "/score"):
        assert seed not in running.get(part).text


def test_the_host_token_opens_only_its_own_match(client):
    table, other = open_table(client), open_table(client)

    assert other.get("", table.host).json["code"] == "token_unknown"
