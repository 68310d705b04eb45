"""The tools of agents before a running desk: what they keep for the model that calls them."""

import pytest

from service.agents.house_client import HouseClient
from service.agents.tools import Tools


@pytest.fixture
def agents(house):
    """One that opens matches, and one that comes to them."""
    return [Tools(HouseClient(house.address)) for _ in range(2)]


def act(tools, match, operation):
    listed = tools.list_commands(match)
    chosen = next(action for action in listed["actions"] if action["operation"] == operation)
    return tools.act(match, listed["version"], chosen["number"])


def running_match(host, guest, **terms):
    match = host.open_match(game="schiefer", name="Ada", **terms)["match"]
    act(guest, match, "take_seat")
    host.start_match(match)
    return match


def test_a_seat_that_is_taken_by_an_action_is_the_agents_own(agents):
    host, guest = agents
    match = running_match(host, guest)

    asked = agents[guest.list_commands(match)["turn"]]

    assert asked.play(match, asked.list_commands(match)["version"], 0)["status"] == "running"


def test_who_renews_a_token_goes_on_with_the_new_one(agents):
    host, guest = agents
    match = running_match(host, guest)

    act(host, match, "renew_token")

    assert "resign" in {action["operation"] for action in host.list_commands(match)["actions"]}


@pytest.mark.rule("GB-34")
def test_advice_that_an_action_asks_for_can_be_read(house, agents):
    host = HouseClient(house.address)
    opened = host.send("POST", "/v1/matches", {"game": "schiefer", "seats": 2, "advice": "on"})
    match = opened["match"]
    for tools in agents:
        tools.join_match(match, "Ada")
    host.send("POST", f"/v1/matches/{match}/start", {}, opened["host_token"])
    asked = agents[agents[0].list_commands(match)["turn"]]

    written = act(asked, match, "ask_advice")["written"]

    assert asked.read_advice(match, written)["seat"] == asked.list_commands(match)["turn"]
