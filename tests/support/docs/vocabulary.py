"""What the documentation may name: definitions of the code, keys of the boards, commands, variables."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import click

from games.kernel.yaml_file import read_yaml
from service.cli import main
from service.config import HOME, Config
from support.docs import contract

CODE = ("games", "events", "service", "workers", "environments", "bench", "examples")
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
def names_of_the_boards() -> frozenset[str]:
    """Keys of what is printed and of its words."""
    boards = (HOME / "games").rglob("*.yaml")
    return frozenset(key for board in boards for key in contract.keys_of(read_yaml(board, Any)))


@cache
def headers() -> frozenset[str]:
    """Of requests and answers: those of the contract, and those that the code writes."""
    return contract.names() | frozenset(re.findall(r'"([A-Z][A-Za-z-]+)"', whole_code()))


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
