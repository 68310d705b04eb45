import difflib
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import click
import msgspec
import yaml

from games.catalogue import GAMES
from service.api.app import describe_api
from service.api.document.parts import take_core, take_game
from service.config import HOME
from service.startup_errors import Trouble

FILE = "openapi.yaml"
LINES_SHOWN = 40
WIDTH = 110
ONE_LINE = 90  # characters of a mapping of scalars that is written on one line


class Readable(yaml.SafeDumper):
    """Write small mappings on one line, and no aliases: readers such as SnakeYAML refuse many."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002  whatever it is
        return True

    def represent_mapping(self, tag: str, mapping: Any, flow_style: bool | None = None) -> yaml.MappingNode:  # noqa: FBT001  as PyYAML calls it
        node = super().represent_mapping(tag, mapping, flow_style)
        pairs = [each.value for pair in node.value for each in pair if isinstance(each, yaml.ScalarNode)]
        is_flat = len(pairs) == 2 * len(node.value) and "\n" not in "".join(pairs)
        node.flow_style = is_flat and sum(len(each) + 2 for each in pairs) <= ONE_LINE
        return node


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail where the files and the code differ.")
@click.option("--print", "form", type=click.Choice(["json", "yaml"]), help="Print all of it instead.")
@click.option("--game", type=click.Choice(list(GAMES)), help="With --print json: this game alone.")
def command(*, check: bool, form: str | None, game: str | None) -> None:
    """Write openapi.yaml, and one beside each game, from the schemas and the games' types."""
    document = describe_api()
    if form == "json":
        shown = document if game is None else take_game(document, game, "json")
        sys.stdout.buffer.write(msgspec.json.encode(shown))
    elif form == "yaml":
        click.echo(in_yaml(document), nl=False)
    elif check:
        compare(HOME, document)
    else:
        for path, text in files_of(document):
            (HOME / path).write_text(text)
            click.echo(f"Wrote {path}.")


def files_of(document: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield FILE, in_yaml(take_core(document, GAMES, "yaml"))
    for game in GAMES:
        yield f"games/{game}/{FILE}", in_yaml(take_game(document, game, "yaml"))


def in_yaml(document: dict[str, Any]) -> str:
    return yaml.dump(document, Dumper=Readable, sort_keys=False, allow_unicode=True, width=WIDTH)


def compare(home: Path, document: dict[str, Any]) -> None:
    for path, fresh in files_of(document):
        kept = (home / path).read_text() if (home / path).exists() else ""
        if kept != fresh:
            lines = kept.splitlines(), fresh.splitlines()
            difference = difflib.unified_diff(*lines, path, "the code", lineterm="")
            click.echo("\n".join(islice(difference, LINES_SHOWN)))
            raise Trouble(f"{path} is not what the code says. Write it with: ./grubenbuch openapi")
    click.echo("openapi.yaml says what the code says.")
