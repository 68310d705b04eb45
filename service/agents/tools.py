"""The tools: open, look, list commands, play, take back, read rules.

They know no rule of a game and keep nothing but the tokens of their own seats, for as long as they run. What
can be done is chosen by its number in the newest list, and counts only for the version that was listed.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

from service.agents.api_client import ApiClient, Refused

ToolAnswer = dict[str, Any]

MOST_SECONDS = 25  # that a call may wait for news


class Tools:
    """Each public method is a tool; its docstring is what the model reads."""

    def __init__(self, client: ApiClient) -> None:
        self._client = client
        self._seats: dict[str, str] = {}  # tokens by match
        self._hosts: dict[str, str] = {}
        self._listed: dict[str, ToolAnswer] = {}  # the newest list of each match

    def list_games(self) -> ToolAnswer:
        """List the games of this server: name, players, minutes."""
        return self._client.get("/v1/games")

    def list_matches(self, status: str = "open", game: str | None = None) -> ToolAnswer:
        """List public matches: `open` ones wait for players, others (`running`, `finished`) can be read."""
        query = {"status": status} | ({"game": game} if game else {})
        return self._client.get(f"/v1/matches?{urlencode(query)}")

    def open_match(  # noqa: PLR0913  what one says of a match
        self,
        *,
        game: str,
        name: str,
        seats: int = 2,
        bots: list[str] | None = None,
        options: ToolAnswer | None = None,
        visibility: str = "unlisted",
        advice: bool = False,
    ) -> ToolAnswer:
        """Open a match and sit down in it.

        `bots` are minds for the last seats: "level:1", the weakest, to "level:6", or "random", "greedy",
        "search". It begins at once when bots fill all other seats; else others join it, and then you call
        start_match. With `advice`, whoever is asked may have advice by an action; the match is not rated.
        """
        terms = {"visibility": visibility, "options": options or {}, "advice": "on" if advice else "off"}
        opening = {"game": game, "seats": seats, "bots": bots_in_last_seats(seats, bots or [])}
        opened = self._client.send("POST", "/v1/matches", opening | terms)
        match, invitation = opened["match"], opened.get("watch_token")
        self._hosts[match] = opened["host_token"]
        seat = self.join_match(match, name, invitation)["seat"]
        if seats == len(bots or []) + 1:
            self.start_match(match)
        return {"match": match, "seat": seat, "invitation": invitation}

    def join_match(self, match: str, name: str, invitation: str | None = None) -> ToolAnswer:
        """Sit down in a match that waits for players; a private one needs its invitation."""
        taken = self._client.send("POST", f"{path_to(match)}/seats", {"name": name}, invitation)
        self._seats[match] = taken["seat_token"]
        return {"match": match, "seat": taken["seat"]}

    def start_match(self, match: str) -> ToolAnswer:
        """Begin a match that you opened, once every seat is taken."""
        started = self._client.send("POST", f"{path_to(match)}/start", {}, self._hosts.get(match))
        return {"match": match, "version": started["version"]}

    def look(self, match: str) -> ToolAnswer:
        """Look at a match: seats, state, whose turn, the score so far, and the whole table as data."""
        token = self._token(match)
        found = self._client.get(path_to(match), token)
        if found["status"] == "open":
            return {"match": found}
        return {
            "match": found,
            "score": self._client.get(f"{path_to(match)}/score", token),
            "table": self._client.get(f"{path_to(match)}/table", token),
        }

    def read_story(self, match: str, after: int = 0) -> ToolAnswer:
        """Read what has happened, a line for each event, after a version."""
        return self._client.get(f"{path_to(match)}/story?after={after}", self._token(match))

    def list_commands(self, match: str) -> ToolAnswer:
        """List what you may do now. `commands` answer the question of the game: send one with `play`.

        `actions` (take back, votes, pause, resign …) are sent with `act`. Both are chosen by `number`.
        """
        listed = self._client.get(f"{path_to(match)}/commands", self._token(match))
        self._listed[match] = listed
        return number_choices(listed)

    def wait_for_news(self, match: str, version: int, seconds: int = MOST_SECONDS) -> ToolAnswer:
        """Wait until a match has gone on beyond a version, or some seconds; then list what you may do."""
        wait = max(1, min(seconds, MOST_SECONDS))
        self._client.get(f"{path_to(match)}/entries?after={version}&wait={wait}&limit=1", self._token(match))
        return self.list_commands(match)

    def play(self, match: str, version: int, number: int) -> ToolAnswer:
        """Send the command with this number in the list of this version, and list what comes next."""
        chosen = self._choose(match, "commands", version, number)
        path = f"{path_to(match)}/commands"
        self._client.send("POST", path, chosen["command"], self._token(match), If_Match=self._tag(match))
        return self.list_commands(match)

    def act(self, match: str, version: int, number: int) -> ToolAnswer:
        """Carry out the action with this number in the list of this version, and list what comes next.

        `written` is the version of its entry, where it wrote one; read_advice takes it. A rematch is another
        match: you sit down in it, and its list is what you get.
        """
        chosen = self._choose(match, "actions", version, number)
        said = self._client.send(chosen["method"], chosen["path"], chosen["body"], self._token(match))
        if chosen["operation"] == "rematch":
            return self._follow(said, self._token(match))
        if "seat_token" in said:  # of a seat that was taken, or whose old token is void now
            self._seats[match] = said["seat_token"]
        return self.list_commands(match) | {"written": said.get("version")}

    def read_advice(self, match: str, version: int) -> ToolAnswer:
        """Read the advice that was asked for with the entry of a version; until it is `ready`, ask again."""
        return self._client.get(f"{path_to(match)}/advice/{version}", self._token(match))

    def read_review(self, match: str) -> ToolAnswer:
        """Read the review of a match that is over, as far as it is; until it is `ready`, ask again.

        The action ask_review has a match reviewed.
        """
        return self._client.get(f"{path_to(match)}/review", self._token(match))

    def take_back(self, match: str) -> ToolAnswer:
        """Take back your newest answer; where others must agree, this asks them."""
        listed = self.list_commands(match)
        for action in listed["actions"]:
            if action["operation"] == "undo":
                return self.act(match, listed["version"], action["number"])
        raise Refused("Nothing can be taken back now; list_commands says what can be done.")

    def read_rules(self, game: str, rule: str | None = None, chapter: int | None = None) -> ToolAnswer:
        """Read the rules of a game: all, one chapter, or one rule by its number such as SF-8."""
        path = f"/v1/games/{quote(game, safe='')}/rules"
        if rule is not None:
            return self._client.get(f"{path}/{quote(rule, safe='')}")
        return self._client.get(path if chapter is None else f"{path}?chapter={chapter}")

    def _follow(self, opened: ToolAnswer, token: str | None) -> ToolAnswer:
        """Into the rematch: the token of the old seat takes the one that is kept for its bearer."""
        match = opened["match"]
        if opened["host_token"]:
            self._hosts[match] = opened["host_token"]
        taken = self._client.send("POST", f"{path_to(match)}/seats", {}, token)
        self._seats[match] = taken["seat_token"]
        return self.list_commands(match) | {"match": match, "seat": taken["seat"]}

    def _token(self, match: str) -> str | None:
        return self._seats.get(match)

    def _choose(self, match: str, kind: str, version: int, number: int) -> ToolAnswer:
        listed = self._listed.get(match)
        if listed is None or listed["version"] != version:
            raise Refused("That is not the newest list of this match: call list_commands, then choose again.")
        if not 0 <= number < len(listed[kind]):
            raise Refused(f"There is no number {number} among the {len(listed[kind])} {kind}.")
        chosen: ToolAnswer = listed[kind][number]
        return chosen

    def _tag(self, match: str) -> str:
        listed = self._listed[match]
        return f'"{listed["version"]}-{listed["hash"][:8]}"'


def bots_in_last_seats(seats: int, minds: list[str]) -> list[ToolAnswer]:
    return [{"seat": seats - len(minds) + number} | bot_named(mind) for number, mind in enumerate(minds)]


def bot_named(mind: str) -> ToolAnswer:
    """Return a bot by its text, with level and style behind colons: level:3, level:3:builder."""
    name, level, personality = [*mind.split(":"), "", ""][:3]
    said = {"level": int(level)} if level.isdecimal() else {}
    return {"mind": name, **said} | ({"personality": personality} if personality else {})


def path_to(match: str) -> str:
    return f"/v1/matches/{quote(match, safe='')}"


def number_choices(listed: ToolAnswer) -> ToolAnswer:
    """Shorter than what the API says: labels and numbers are enough to choose by."""
    commands = [{"number": n, "label": one["label"]} for n, one in enumerate(listed["commands"])]
    barred = [{name: one[name] for name in ("label", "words", "rule")} for one in listed["barred"]]
    actions = [
        {"number": n, "operation": one["operation"], "label": one["label"]}
        for n, one in enumerate(listed["actions"])
    ]
    told = {name: listed[name] for name in ("version", "status", "turn", "prompt", "waits_for")}
    return told | {"commands": commands, "barred": barred, "actions": actions}
