"""The bridge between docs/rules and the tests: which rules does no test prove?"""

import ast
from collections.abc import Iterator
from pathlib import Path

import click

from service.config import HOME
from service.queries.rules import parse_rule_page
from service.startup_errors import ConfigError


@click.command()
@click.argument("game", required=False)
def command(game: str | None) -> None:
    """List the rules of docs/rules/GAME.md (all games without one) that no test marks."""
    proven = marked_rules(HOME / "tests")
    verdicts = [report_coverage(page, proven) for page in pages(game)]
    if not all(verdicts):
        raise click.exceptions.Exit(1)


def report_coverage(page: Path, proven: dict[str, str]) -> bool:
    written = [rule.id for rule in parse_rule_page(page.stem, page.read_text("utf-8")).rules]
    books = {prefix(rule) for rule in written}
    missing = [rule for rule in written if rule not in proven]
    unknown = sorted(rule for rule in proven if prefix(rule) in books and rule not in written)
    click.echo(f"{page.stem}: {len(written) - len(missing)} of {len(written)} rules are proven by a test")
    for rule in missing:
        click.echo(f"  {rule} is marked by no test")
    for rule in unknown:
        click.echo(f"  {rule} is marked in {proven[rule]} but not in docs/rules/{page.name}")
    return not missing and not unknown


def pages(game: str | None) -> list[Path]:
    folder = HOME / "docs" / "rules"
    found = [folder / f"{game}.md"] if game else sorted(folder.glob("*.md"))
    if not found or not found[0].exists():
        known = ", ".join(page.stem for page in sorted(folder.glob("*.md"))) or "none"
        raise ConfigError(f"docs/rules has no page for {game or 'any game'}; pages: {known}.")
    return found


def marked_rules(tests: Path) -> dict[str, str]:
    """Return every id in a `pytest.mark.rule(...)`, with the first file that has it."""
    found: dict[str, str] = {}
    for path in sorted(tests.rglob("*.py")):
        for rule in marks(ast.parse(path.read_text(), str(path))):
            found.setdefault(rule, str(path.relative_to(tests.parent)))
    return found


def marks(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
            yield from (str(word.value) for word in node.args if isinstance(word, ast.Constant))


def prefix(rule: str) -> str:
    return rule.partition("-")[0]
