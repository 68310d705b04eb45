"""The tools of agents before a running API: what they keep for the model that calls them."""

import pytest

from service.agents.api_client import ApiClient
from service.agents.tools import Tools


@pytest.fixture
def agents(instance):
    """One that opens matches, and one that comes to them."""
    return [Tools(ApiClient(instance.address)) for _ in range(2)]


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


def finished_match(instance, agents):
    """Both sat in it, and the second gave up."""
    host = ApiClient(instance.address)
    opened = host.send("POST", "/v1/matches", {"game": "schiefer", "seats": 2, "resigning": "end"})
    for tools in agents:
        tools.join_match(opened["match"], "Ada")
    host.send("POST", f"/v1/matches/{opened['match']}/start", {}, opened["host_token"])
    act(agents[1], opened["match"], "resign")
    return opened["match"]


@pytest.mark.rule("GB-33")
def test_a_rematch_seats_both_in_another_match_which_the_first_may_start(instance, agents):
    over = finished_match(instance, agents)

    first, second = (act(tools, over, "rematch") for tools in agents)
    begun = agents[0].start_match(first["match"])

    assert first["match"] == second["match"] == begun["match"] != over
    assert [first["seat"], second["seat"]] == [1, 0]
    asked = agents[1 - agents[0].list_commands(begun["match"])["turn"]]
    assert (
        asked.play(begun["match"], asked.list_commands(begun["match"])["version"], 0)["status"] == "running"
    )


@pytest.mark.rule("GB-35")
def test_a_review_that_an_action_asks_for_can_be_read(instance, agents):
    over = finished_match(instance, agents)

    act(agents[0], over, "ask_review")

    assert agents[1].read_review(over)["asked"]


@pytest.mark.rule("GB-34")
def test_an_agent_opens_a_match_against_a_level_and_with_advice(instance, agents):
    opened = agents[0].open_match(game="schiefer", name="Ada", bots=["level:2"], advice=True)

    shown = agents[0].look(opened["match"])["match"]

    assert shown["seats"][1]["bot"] == {"mind": "level", "level": 2}
    assert shown["advice"] == "on"


@pytest.mark.rule("GB-34")
def test_advice_that_an_action_asks_for_can_be_read(instance, agents):
    host = ApiClient(instance.address)
    opened = host.send("POST", "/v1/matches", {"game": "schiefer", "seats": 2, "advice": "on"})
    match = opened["match"]
    for tools in agents:
        tools.join_match(match, "Ada")
    host.send("POST", f"/v1/matches/{match}/start", {}, opened["host_token"])
    asked = agents[agents[0].list_commands(match)["turn"]]

    written = act(asked, match, "ask_advice")["written"]

    assert asked.read_advice(match, written)["seat"] == asked.list_commands(match)["turn"]
