"""A corrected edition of each game, played by bots beside the default and taken to another server."""

import time

import msgspec
import pytest
import yaml
from click.testing import CliRunner

from events.codec import encode
from service.cli import main
from support.api.api import bearer
from support.games.corrected import CHANGES
from support.servers.patience import PATIENCE
from support.servers.servers import Server, any_binary

from .conftest import Instance

FILES = {"Content-Type": "application/x-ndjson"}
DATUM = {  # to be changed on the way
    "schiefer": ("valleys", "list", 0, "mines", 0, "value"),
    "ruhrschifffahrt": ("shortfall", "penalty"),
    "schichtwechsel": ("length", "minutes"),
}


@pytest.fixture
def abroad(tmp_path):
    """Another server, with a book of its own."""
    with Server(any_binary()) as server:
        there = Instance(server, tmp_path / "abroad")
        there.open_api()
        yield there
        there.close()


def add_edition(instance, game, folder):
    file = folder / f"{game}.yaml"
    changes = {"game": game, "edition": "my-copy", "based_on": "reconstructed-1"} | CHANGES[game]
    file.write_text(yaml.safe_dump(changes))
    environ = {"REDIS_URL": instance.server.url, "DATA": str(folder)}
    added = CliRunner().invoke(main, ["edition", "add", str(file), "--by", "Ada"], env=environ)
    assert added.exit_code == 0, added.output
    return added.output.strip()


def let_bots_play(instance, game, edition):
    bots = [{"seat": 0, "mind": "greedy"}, {"seat": 1, "mind": "random"}]
    wanted = {"game": game, "seats": 2, "bots": bots, "edition": edition}
    opened = instance.client.post("/v1/matches", json=wanted)
    assert opened.status_code == 201, opened.text
    path = f"/v1/matches/{opened.json()['match']}"
    instance.client.post(f"{path}/start", json={}, headers=bearer(opened.json()["host_token"]))
    return path


def wait_for_end(instance, path):
    end = time.monotonic() + PATIENCE
    while (overview := instance.client.get(path).json())["status"] != "finished":
        assert time.monotonic() < end, overview
        time.sleep(0.1)
    return overview


def with_one_datum_changed(raw, game):
    header, _, rest = raw.partition(b"\n")
    said = msgspec.json.decode(header)
    here = said["board"]
    *path, last = DATUM[game]
    for step in path:
        here = here[step]
    here[last] += 1
    return encode(said) + b"\n" + rest


def test_matches_on_editions_of_their_own_are_checked_in_a_server_that_has_never_heard_of_them(
    instance, abroad, tmp_path
):
    instance.workers.dispatcher()
    instance.workers.worker()
    played = {}
    for game in CHANGES:
        edition = add_edition(instance, game, tmp_path)
        played[game] = edition, [let_bots_play(instance, game, it) for it in (edition, "reconstructed-1")]

    for game, (edition, paths) in played.items():
        ends = [wait_for_end(instance, path) for path in paths]
        assert [end["edition"] for end in ends] == [edition, "reconstructed-1"]
        raw = instance.client.get(f"{paths[0]}/export").content
        assert instance.client.get(f"{paths[0]}/audit").json()["ok"]

        forged = with_one_datum_changed(raw, game)
        verdict = abroad.client.post("/v1/verify", content=forged, headers=FILES).json()
        failed = next(check for check in verdict["checks"] if check["verdict"] == "failed")
        assert (failed["check"], failed["entry"]) == ("fold", 1)
        refused = abroad.client.post("/v1/matches/import", content=forged, headers=FILES)
        assert (refused.status_code, refused.json()["code"], refused.json()["entry"]) == (422, "bad_book", 1)

        assert abroad.client.post("/v1/verify", content=raw, headers=FILES).json()["ok"]
        imported = abroad.client.post("/v1/matches/import", content=raw, headers=FILES)
        assert imported.status_code == 201, imported.text
        there = f"/v1/matches/{imported.json()['match']}"
        assert abroad.client.get(there).json()["edition"] == edition
        assert (
            abroad.client.get(f"{there}/table").json()["table"]
            == (instance.client.get(f"{paths[0]}/table").json()["table"])
        )
        assert abroad.client.get(f"{there}/table.svg").status_code == 200
        assert abroad.client.get(f"{there}/story").text == instance.client.get(f"{paths[0]}/story").text
        assert abroad.client.get(f"{there}/audit").json()["ok"]
        assert abroad.client.get(f"{there}/export").content == raw
        assert abroad.client.get(f"/v1/games/{game}").json()["editions"] == ["reconstructed-1"]
