import difflib
from importlib import import_module
from itertools import islice

import click
import yaml

from service.config import HOME
from service.startup_errors import Trouble

OPENAPI_FILE = HOME / "openapi.yaml"
LINES_SHOWN = 40


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail where the file and the code differ.")
def command(*, check: bool) -> None:
    """Write openapi.yaml from the schemas and the games' types."""
    fresh = make_openapi()
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


def make_openapi() -> str:
    """By name, since the desk is built on this package and not the other way round."""
    described = import_module("service.http.document.openapi").describe_api()
    return yaml.safe_dump(described, sort_keys=False, allow_unicode=True, width=110)
