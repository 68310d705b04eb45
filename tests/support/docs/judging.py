"""Is there what a passage in backticks names? Each form of passage is looked up where such things are."""

from __future__ import annotations

import ast
import re
from importlib import import_module

import click

from service.cli.bench import measurements
from service.config import HOME
from support.docs import contract, vocabulary

_TOP = "|".join(re.escape(path.name) for path in HOME.iterdir() if path.name != ".git")
_PATH = re.compile(rf"(?:{_TOP})(?:/[\w.<>*-]+)*/?|[\w-]+\.(?:py|yaml|md|lua|txt|toml|lock|mjs)|[\w<>]+/")
_IN_FILE = re.compile(r"([\w/-]+\.\w+): ([\w., ]+)")
_REQUEST = re.compile(r"(?:(GET|POST|PUT|DELETE) )?((?:/|…/)\S*)")
_HEADER = re.compile(r"([A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)*): .+|([A-Z][a-z]*(?:-[A-Z][A-Za-z]*)+)")
_VARIABLE = re.compile(r"([A-Z][A-Z_]+)(?:=.*)?")
_QUERY = re.compile(r"\?(\w+)=.*")
_MODULE = re.compile(r"(?:games|events|service|workers)(?:\.\w+)+")
_GAP = re.compile(r"…|<[\w]+>|\{gb:P\}|%s")
_PLAIN = re.compile(r"[\w-]+")
_LITERAL = re.compile(r"[\W\d_]+|[0-9a-f]{64}|\\[\w \\]+")


def exists(text: str) -> bool:
    """The first form that fits decides; a number, a hash or a mark names nothing."""
    for form, judge in (
        (_LITERAL, bool),
        (_IN_FILE, defines),
        (_PATH, lies_in_the_tree),
        (_REQUEST, lambda found: contract.is_called(found[1], found[2])),
        (_QUERY, lambda found: found[1] in contract.queries()),
        (_HEADER, lambda found: (found[1] or found[2]) in vocabulary.headers()),
        (_VARIABLE, lambda found: found[1] in vocabulary.variables() | vocabulary.names_of_the_code()),
        (_MODULE, can_be_imported),
    ):
        found = form.fullmatch(text)
        if found:
            return judge(found)
    return runs(text) or is_spelled_in_code(text)


def defines(found: re.Match[str]) -> bool:
    """`path.py: one, another.method`."""
    path = HOME / found[1]
    if not path.is_file():
        return False
    known = vocabulary.definitions(found[1])
    return all(part in known for part in vocabulary.identifiers(found[2]))


def lies_in_the_tree(found: re.Match[str]) -> bool:
    """A name in angle brackets stands for any; a file without a folder lies somewhere."""
    pattern = re.sub(r"<\w+>", "*", found[0]).rstrip("/")
    folders = [HOME / top for top in vocabulary.CODE] if "/" not in pattern else []
    return any(HOME.glob(pattern)) or any(path for top in folders for path in top.rglob(pattern))


def can_be_imported(found: re.Match[str]) -> bool:
    try:
        import_module(found[0])
    except ModuleNotFoundError:
        module, _, name = found[0].rpartition(".")
        return hasattr(import_module(module), name)
    return True


def runs(text: str) -> bool:
    """A line for the shell: our command with its options, or a program of ours that Python runs."""
    words = [word for word in text.split() if "=" not in word]
    match words:
        case ["./grubenbuch", *rest]:
            return is_a_command(rest)
        case ["python" | ".venv/bin/python", "-m", module, *_]:
            return (HOME / (module.replace(".", "/") + ".py")).is_file() and all_options_exist(words)
        case ["python" | ".venv/bin/python", program, *_]:
            return (HOME / program).is_file()
    return text.startswith("--") and all_options_exist(words)


def is_a_command(words: list[str]) -> bool:
    command: click.Command | None = vocabulary.commands().get(" ".join(words[:2]))
    command = command or vocabulary.commands().get(" ".join(words[:1]))
    if command is None or not all_options_exist(words):
        return False
    return words[0] != "bench" or len(words) == 1 or words[1] in measurements()


def all_options_exist(words: list[str]) -> bool:
    return {word for word in words if word.startswith("--")} <= vocabulary.options()


def is_spelled_in_code(text: str) -> bool:
    """A name, a call of one, an object of the contract, a template of the code, or the words of a command."""
    if _PLAIN.fullmatch(text):
        return is_a_name(text) or text in contract.endings()
    if text.startswith("{") and text.endswith("}"):
        return set(re.findall(r'"(\w+)":', text)) <= contract.names()
    if text in contract.names() | contract.endings() or is_a_command(text.split()):
        return True
    wanted = expression(text)
    if isinstance(wanted, ast.Call):
        return is_callable_so(wanted)
    if isinstance(wanted, ast.Attribute):
        return _names(wanted) <= vocabulary.names_of_the_code()
    return is_a_template(text)


def is_a_name(text: str) -> bool:
    return any(
        text in known
        for known in (
            vocabulary.names_of_the_code(),
            contract.names(),
            vocabulary.names_of_the_boards(),
            vocabulary.words_of_the_code(),
            vocabulary.commands(),
        )
    )


def is_a_template(text: str) -> bool:
    """What is left between the gaps stands in the code: phrases as they are, words of a name one by one."""
    if not _GAP.search(text) and " " not in text:
        return text in vocabulary.whole_code()
    split = _GAP.split(text) if " " in text else re.findall(r"[^\W\d]\w+", _GAP.sub(" ", text))
    pieces = [piece.strip() for piece in split if piece.strip()]
    return bool(pieces) and all(piece in vocabulary.whole_code() for piece in pieces)


def expression(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.removeprefix("@").replace("…", "..."), mode="eval").body
    except SyntaxError:
        return None


def is_callable_so(call: ast.Call) -> bool:
    """What is called is defined, with parameters or fields of these names; so are the calls inside it."""
    calls = [node for node in ast.walk(call) if isinstance(node, ast.Call)]
    return all(
        any(_names_handed_to(each) <= known for known in vocabulary.signatures().get(_called(each), ()))
        for each in calls
    )


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else _names(call.func).pop()


def _names_handed_to(call: ast.Call) -> set[str]:
    values = (*call.args, *(word.value for word in call.keywords))
    names = {name for value in values for name in _names(value) if name[0].islower()}
    return names | {word.arg for word in call.keywords if word.arg}


def _names(tree: ast.AST) -> set[str]:
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return names | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
