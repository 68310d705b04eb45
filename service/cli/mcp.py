"""A server as tools for a language model."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

import click

from service.agents.api_client import ApiClient
from service.agents.server import serve_tools
from service.agents.tools import Tools
from service.config import Config
from service.host.api_address import address_of, running_api
from service.startup_errors import ConfigError

SDK: Final = "mcp"
URL_SCHEMES: Final = ("http://", "https://")


@click.command()
@click.option("--url", metavar="URL", help="The server (else the one of --data, or http://127.0.0.1:8080).")
@click.option(
    "--data", metavar="DIR", help="The data directory of a server on this machine (DATA, else data/)."
)
@click.option("--lang", type=click.Choice(["en", "de"]), default="en", show_default=True)
def command(url: str | None, data: str | None, lang: str) -> None:
    """Let a language model play, over the Model Context Protocol on standard input and output.

    Tell your agent's program to start `./grubenbuch mcp`. Its tools open and join matches, look, list what
    may be done, play, take back and read rules. Tokens of seats are kept for as long as it runs and shown
    to nobody.
    """
    if find_spec(SDK) is None:
        raise ConfigError("The extra packages for agents are missing: pip install 'grubenbuch[agents]'.")
    if url is not None and not url.startswith(URL_SCHEMES):
        raise ConfigError(f"--url must begin with http:// or https://, not {url}.")
    config = Config.from_environment(data=data)
    api = running_api(config.data)
    server = (url or (api.url if api else address_of(config))).rstrip("/")
    serve_tools(Tools(ApiClient(server, lang)))
