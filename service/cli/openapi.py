import difflib
import sys
from itertools import islice

import click
import msgspec
import yaml

from service.api.app import describe_api
from service.config import HOME
from service.startup_errors import Trouble

OPENAPI_FILE = HOME / "openapi.yaml"
LINES_SHOWN = 40


class Plain(yaml.SafeDumper):
    """Writes everything out: readers such as SnakeYAML refuse a document with many aliases."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002  whatever it is
        return True


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail where the file and the code differ.")
@click.option("--print", "form", type=click.Choice(["json", "yaml"]), help="Print the document instead.")
def command(*, check: bool, form: str | None) -> None:
    """Write openapi.yaml from the schemas and the games' types."""
    if form == "json":
        sys.stdout.buffer.write(msgspec.json.encode(describe_api()))
        return
    fresh = yaml.dump(describe_api(), Dumper=Plain, sort_keys=False, allow_unicode=True, width=110)
    if form == "yaml":
        click.echo(fresh, nl=False)
        return
    if not check:
        OPENAPI_FILE.write_text(fresh)
        click.echo(f"Wrote {OPENAPI_FILE.name}.")
        return
    kept = OPENAPI_FILE.read_text() if OPENAPI_FILE.exists() else ""
    if kept != fresh:
        difference = difflib.unified_diff(
            kept.splitlines(), fresh.splitlines(), "openapi.yaml", "the code", lineterm=""
        )
        click.echo("\n".join(islice(difference, LINES_SHOWN)))
        raise Trouble("openapi.yaml is not what the code says. Write it with: ./grubenbuch openapi")
    click.echo("openapi.yaml says what the code says.")
