import difflib
from itertools import islice

import click

from service.config import HOME
from service.http.app import describe_api
from service.http.views.contract import encode_yaml
from service.startup_errors import Trouble

OPENAPI_FILE = HOME / "openapi.yaml"
LINES_SHOWN = 40


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail where the file and the code differ.")
def command(*, check: bool) -> None:
    """Write openapi.yaml from the schemas and the games' types."""
    fresh = encode_yaml(describe_api).decode()
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
