import click


@click.command()
def command() -> None:
    """Start everything."""
