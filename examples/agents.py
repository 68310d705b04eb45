"""Two scripted agents play a match through `./grubenbuch mcp`, each with a server of its own as models have.

./grubenbuch up, then: .venv/bin/python examples/agents.py http://127.0.0.1:8080
"""

import asyncio
import random
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

HOME = Path(__file__).resolve().parents[1]
SERVER = StdioServerParameters(
    command=sys.executable, args=["-m", "service.cli", "mcp", "--url", sys.argv[1]], cwd=HOME
)


class Agent:
    """Chooses by luck what a model would choose by thought."""

    def __init__(self, name: str, client: Client, seed: int) -> None:
        self.name, self.client, self.luck = name, client, random.Random(seed)  # noqa: S311  a game

    async def use(self, tool: str, **said: Any) -> dict[str, Any]:
        answer = await self.client.call_tool(tool, said)
        if answer.is_error:
            raise RuntimeError(f"{self.name} {tool}: {answer.content}")
        return answer.structured_content or {}

    def say(self, line: str) -> None:
        print(f"{self.name}: {line}")  # noqa: T201  it is what this example does

    async def play_on(self, match: str, seat: int) -> None:
        now, taken_back = await self.use("list_commands", match=match), False
        while now["status"] == "running":
            if now["waits_for"]["kind"] == "vote" and seat in now["waits_for"]["seats"]:
                agree = next(one for one in now["actions"] if one["operation"] == "answer_undo")
                now = await self.use("act", match=match, version=now["version"], number=agree["number"])
                continue
            if now["turn"] != seat:
                now = await self.use("wait_for_news", match=match, version=now["version"])
                continue
            choice = self.luck.choice(now["commands"])
            self.say(choice["label"])
            now = await self.use("play", match=match, version=now["version"], number=choice["number"])
            may_go_back = now["turn"] == seat and any(one["operation"] == "undo" for one in now["actions"])
            if may_go_back and not taken_back:
                now, taken_back = await self.use("take_back", match=match), True
                self.say("takes that back")


async def main() -> None:
    async with AsyncExitStack() as opened:
        ada, karl = [
            Agent(name, await opened.enter_async_context(Client(SERVER)), seed)
            for seed, name in enumerate(("Ada", "Karl"))
        ]
        opening = await ada.use("open_match", game="schiefer", name="Ada", options={"stall_rounds": 3})
        match = opening["match"]
        seat = (await karl.use("join_match", match=match, name="Karl"))["seat"]
        await ada.use("start_match", match=match)
        await asyncio.gather(ada.play_on(match, 0), karl.play_on(match, seat))
        ada.say(str((await ada.use("look", match=match))["score"]["totals"]))


asyncio.run(main())
