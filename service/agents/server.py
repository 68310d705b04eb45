"""The tools as a server of the Model Context Protocol, on standard input and output."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from service.agents.api_client import Refused
from service.agents.tools import Tools

INSTRUCTIONS: Final = (
    "Board games about mining. Open or join a match, list what you may do, choose by number, wait for your "
    "turn. You need not know the rules: every list holds only what is legal, says why other things are "
    "barred, and names the rule, which read_rules tells."
)


def serve_tools(tools: Tools) -> None:
    """Serves until standard input ends. The SDK is imported here because it is an optional extra."""
    from mcp.server import MCPServer  # noqa: PLC0415

    server = MCPServer("grubenbuch", title="Grubenbuch", instructions=INSTRUCTIONS)
    for name, tool in inspect.getmembers(tools, inspect.ismethod):
        if not name.startswith("_"):
            server.tool()(with_refusals(tool))
    server.run()


def with_refusals(tool: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """Return the refusal to the model, which may then choose better."""
    from mcp.server.mcpserver.exceptions import ToolError  # noqa: PLC0415

    @wraps(tool)
    def carry_out(*parts: Any, **named: Any) -> dict[str, Any]:
        try:
            return tool(*parts, **named)
        except Refused as refusal:
            raise ToolError(str(refusal)) from None

    return carry_out
