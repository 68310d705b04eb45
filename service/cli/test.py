import os
import shutil
import sys

import click

from service.config import HOME


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(arguments: tuple[str, ...]) -> None:
    """Run the test suite on all cores; further arguments go to pytest."""
    if not arguments:
        click.echo(
            "All tests take about 12 minutes on two cores; `-m fast`, `-k NAME` or a path runs a part."
        )
    if shutil.which("chromium") is None and shutil.which("chromium-browser") is None:
        click.echo("There is no chromium on PATH: the tests that play and look in a browser are left out.")
    in_parallel = (
        ()
        if any(argument.startswith("-n") for argument in arguments)
        else ("-n", "auto", "--dist", "worksteal")
    )
    os.chdir(HOME)
    pytest = [sys.executable, "-m", "pytest", *in_parallel, *arguments]
    os.execv(sys.executable, pytest)  # noqa: S606 pytest takes this process's place: its exit code is ours
