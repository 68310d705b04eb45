import ast
import runpy
import sys
from pathlib import Path

import click

from service.config import HOME
from service.startup_errors import ConfigError

BENCH = HOME / "bench"


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.argument("name", required=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(name: str | None, arguments: tuple[str, ...]) -> None:
    """Run one measurement of bench/ with its own arguments; without a name, list them.

    Each says with --help how long it takes and what it can be told. --small is just enough to see that it
    runs, --json FILE keeps the figures. `bench all` runs them all. Campaigns shake a server, or what comes
    into it, and look whether anything breaks.
    """
    scripts = measurements()
    if name is None:
        click.echo(listing(scripts, click.get_current_context().make_formatter()))
        return
    if name not in scripts:
        raise ConfigError(f"bench/ holds no {name}. It has: {', '.join(scripts) or 'nothing'}.")
    sys.argv = [str(scripts[name]), *arguments]
    sys.path.insert(0, str(BENCH))
    runpy.run_path(str(scripts[name]), run_name="__main__")


def measurements() -> dict[str, Path]:
    """Return the program of each, by name. A package is what they share, and none of them itself."""
    found = (path for path in BENCH.rglob("*.py") if not (path.parent / "__init__.py").exists())
    return {path.stem: path for path in sorted(found, key=lambda path: path.stem)}


def listing(scripts: dict[str, Path], formatter: click.HelpFormatter) -> str:
    """List the programs with the first sentences of their docstrings; none is imported."""
    docstrings = {
        name: ast.get_docstring(ast.parse(path.read_text("utf-8"))) for name, path in scripts.items()
    }
    formatter.write_dl([(name, (text or "").partition("\n\n")[0]) for name, text in docstrings.items()])
    return formatter.getvalue().rstrip()
