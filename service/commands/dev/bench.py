import runpy
import sys

import click

from service.config import HOME
from service.startup_errors import ConfigError

BENCH = HOME / "bench"


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("name", required=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(name: str | None, arguments: tuple[str, ...]) -> None:
    """Run one measurement of bench/ with its own arguments; without a name, list them.

    Campaigns shake a house, or what comes into it, and look whether anything breaks: bench/campaigns/.
    """
    found = [path for folder in ("", "campaigns") for path in sorted((BENCH / folder).glob("*.py"))]
    scripts = {path.stem: path for path in found if not path.stem.startswith("_")}
    if name is None:
        click.echo("\n".join(scripts) or "bench/ holds no measurement.")
        return
    if name not in scripts:
        raise ConfigError(f"bench/ holds no {name}. It has: {', '.join(scripts) or 'nothing'}.")
    sys.argv = [str(scripts[name]), *arguments]
    sys.path.insert(0, str(BENCH))
    runpy.run_path(str(scripts[name]), run_name="__main__")
