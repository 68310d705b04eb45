"""`./grubenbuch`: each command is a module of `service/cli` and is imported only when it is called."""

from importlib import import_module
from typing import ClassVar

import click

from service.startup_errors import Trouble
from service.version import VERSION


class Commands(click.Group):
    """A new command is one line here and one module with a `command` in it."""

    listed: ClassVar[dict[str, str]] = {
        "up": "Start everything: book, API, dispatcher and workers.",
        "test": "Run the test suite; further arguments go to pytest.",
        "play": "Let minds play a game and print the score sheet; no server needed.",
        "verify": "Check exported matches offline: chain, luck and every decision.",
        "tournament": "Let minds play each other and print who wins how often.",
        "story": "Tell an exported match in readable lines.",
        "review": "Judge the decisions and the luck of an exported match.",
        "report": "Decide recorded matches again under today's rules.",
        "rules": "List the rules of the documentation that no test proves.",
        "openapi": "Write openapi.yaml, or compare it with the running code.",
        "backup": "Write the whole book into one file, while everything runs.",
        "restore": "Bring back what a backup holds, into an empty place.",
        "edition": "Correct a board from the box before you: check, compare and add editions.",
        "client": "Register client applications, and forget players.",
        "status": "Show how API, book, dispatcher, queues and workers are doing.",
        "mcp": "Let a language model play, over the Model Context Protocol.",
        "ratings": "Show the leaderboards, or rebuild them from the book.",
        "archive": "Move finished matches out of Redis into compressed files.",
        "bench": "Run the measurements of bench/.",
    }

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(self.listed)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in self.listed:
            return None
        command: click.Command = import_module(f"service.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list, so that the help page imports no command."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(self.listed.items()))

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except Trouble as trouble:
            click.echo(f"grubenbuch: {trouble}", err=True)
            raise click.exceptions.Exit(trouble.exit_code) from None


@click.command(
    cls=Commands,
    epilog="Start with `./grubenbuch up`; every command explains itself with --help.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(VERSION)
def main() -> None:
    """Grubenbuch, the backend for three mining board games."""
