"""What the documentation may name: definitions of the code, keys of the contract, commands, variables."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import click
import yaml

from service.cli import main
from service.config import HOME, Config

CODE = ("games", "events", "service", "workers", "bench", "examples")
_NAMES = re.compile(r"[A-Za-z_]\w*")


@cache
def sources() -> dict[str, str]:
    """Our programs by path."""
    found = (path for folder in CODE for path in (HOME / folder).rglob("*") if path.suffix in (".py", ".lua"))
    return {path.relative_to(HOME).as_posix(): path.read_text("utf-8") for path in found}


@cache
def whole_code() -> str:
    return "\n".join(sources().values())


@cache
def definitions(path: str) -> frozenset[str]:
    """Functions, classes, methods, fields and constants of a module."""
    return frozenset(_defined(ast.parse((HOME / path).read_text("utf-8"))))


def _defined(tree: ast.Module | ast.ClassDef) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
            yield from _defined(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


@cache
def names_of_the_code() -> frozenset[str]:
    programs = [path for path in sources() if path.endswith(".py")]
    rooms = {part for path in programs for part in Path(path).with_suffix("").parts}
    return frozenset.union(*map(definitions, programs)) | rooms


@cache
def signatures() -> dict[str, list[frozenset[str]]]:
    """What can be called, with the names of its parameters or fields; several things may have one name."""
    found: dict[str, list[frozenset[str]]] = {}
    for node in _nodes():
        if isinstance(node, ast.ClassDef):
            found.setdefault(node.name, []).append(frozenset(_fields(node)))
        elif isinstance(node, ast.FunctionDef):
            names = (argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg))
            found.setdefault(node.name, []).append(frozenset(names))
    return found


@cache
def _nodes() -> tuple[ast.AST, ...]:
    programs = (ast.parse(text) for path, text in sources().items() if path.endswith(".py"))
    return tuple(node for program in programs for node in ast.walk(program))


@cache
def _classes() -> dict[str, list[ast.ClassDef]]:
    found: dict[str, list[ast.ClassDef]] = {}
    for node in _nodes():
        if isinstance(node, ast.ClassDef):
            found.setdefault(node.name, []).append(node)
    return found


def _fields(node: ast.ClassDef) -> Iterator[str]:
    """Inherited ones too, as far as the bases are ours."""
    yield from _defined(node)
    for base in node.bases:
        if isinstance(base, ast.Name) and base.id != node.name:
            yield from (name for parent in _classes().get(base.id, ()) for name in _fields(parent))


@cache
def words_of_the_code() -> frozenset[str]:
    """Strings that are one word: tags of records, levels, results of a check, fields in Redis."""
    return frozenset(re.findall(r"""b?["']([\w-]+)["']""", whole_code()))


@cache
def headers() -> frozenset[str]:
    return names_of_the_contract() | frozenset(re.findall(r'"([A-Z][A-Za-z-]+)"', whole_code()))


@cache
def names_of_the_contract() -> frozenset[str]:
    return frozenset(_named(contract())) | frozenset(names_of_the_boards())


@cache
def contract() -> Any:
    return yaml.safe_load((HOME / "openapi.yaml").read_text("utf-8"))


def names_of_the_boards() -> Iterator[str]:
    for path in (HOME / "games").rglob("*.yaml"):
        yield from _keys(yaml.safe_load(path.read_text("utf-8")))


def _keys(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        yield from map(str, node)
    for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _keys(value)


def _named(node: Any) -> Iterator[str]:
    """Properties, parameters, headers, media types, operations, and every value that is one of a list."""
    yield from _keys({key: value for key, value in node.items() if key != "paths"})
    for child in _dicts(node):
        yield from (str(child[key]) for key in ("name", "operationId", "const") if key in child)
        yield from (str(value) for value in child.get("enum", ()) if not isinstance(child["enum"], dict))
        yield from _keys(child.get("content", {}))
        yield from _keys(child.get("headers", {}))


def _dicts(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _dicts(value)


@cache
def calls() -> frozenset[tuple[str, str]]:
    """Method and path of everything the desk answers; names in a path are as good as any."""
    return frozenset(
        (method.upper(), _unnamed(path)) for path, item in contract()["paths"].items() for method in item
    )


def _unnamed(path: str) -> str:
    return re.sub(r"\{[^}]*\}", "{}", path)


def is_called(method: str | None, path: str) -> bool:
    """`GET …/commands` and `/commands` are any call that ends so."""
    wanted = _unnamed(path.partition("?")[0])
    ending = wanted.removeprefix("…")
    return any(
        known_path == wanted or ((method is None or ending != wanted) and known_path.endswith(ending))
        for known_method, known_path in calls()
        if method in (None, known_method)
    )


def endings() -> frozenset[str]:
    """The last words of paths, by which calls are known."""
    return frozenset(path.rpartition("/")[2] for _, path in calls())


@cache
def queries() -> frozenset[str]:
    return frozenset(
        child["name"] for child in _dicts(contract()) if child.get("in") == "query" and "name" in child
    )


@cache
def variables() -> frozenset[str]:
    return frozenset(field.name.upper() for field in fields(Config)) | frozenset(
        re.findall(r'"([A-Z][A-Z_]+)"', whole_code())
    )


def commands() -> dict[str, click.Command]:
    """By their words: `client add`."""
    return dict(_commands(main, ""))


def _commands(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child is not None:
                yield from _commands(child, f"{path} {name}".strip())


@cache
def options() -> frozenset[str]:
    """Of every command and measurement."""
    clicked = {name for command in commands().values() for param in command.params for name in param.opts}
    return frozenset(clicked) | frozenset(re.findall(r'"(--[a-z-]+)"', whole_code()))


def identifiers(text: str) -> list[str]:
    return _NAMES.findall(text)
