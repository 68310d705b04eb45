"""What is wrong with a request is said in both languages: each sentence once, with the same values in it."""

import ast
import re
from pathlib import Path

import marshmallow
import msgspec
import pytest
from marshmallow import fields, validate

from games.kernel.words import LANGUAGES, names_in
from service.api.problems import OverBudget
from service.problem_detail import Detail
from service.wording import WORDS, recognise_misfit, word_detail
from support.api.api import running

ROOT = Path(__file__).resolve().parents[4]
SENTENCES = {
    (section, code): text
    for section in ("details", "misfits")
    for code, text in WORDS.sections[section].items()
}
BEHIND_CODES = {kind.code for kind in OverBudget.__subclasses__()}  # their sentences are those of their codes


def details_in_code():
    """Each name of a sentence in the code, with the names of its values where they are written beside it."""
    for file in [*ROOT.glob("service/**/*.py"), *ROOT.glob("workers/**/*.py")]:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Detail":
                code, *values = node.args
                yield code, values[0] if values else ast.Dict(keys=[], values=[])


NAMED = [(code.value, values) for code, values in details_in_code() if isinstance(code, ast.Constant)]


@pytest.mark.parametrize("sentence", SENTENCES, ids="-".join)
def test_a_sentence_has_the_same_values_in_every_language(sentence):
    texts = SENTENCES[sentence]

    assert texts.keys() == set(LANGUAGES)
    assert names_in(texts["en"]) == names_in(texts["de"])
    assert texts["en"] != texts["de"]


def test_the_code_names_every_sentence_and_no_other():
    names = {code for code, _ in NAMED} | BEHIND_CODES | {"header_fails_check", "entry_fails_check"}

    assert names == WORDS.sections["details"].keys()


def test_the_code_gives_a_sentence_the_values_it_has():
    for code, values in NAMED:
        if all(key is not None for key in values.keys):
            given = {key.value for key in values.keys}
            assert given == names_in(WORDS.sections["details"][code]["en"]), code


def messages_of_library():
    kinds = {type(field) for field in fields_of_schemas()} | {fields.Field}
    for kind in kinds:
        for above in kind.__mro__:
            yield from getattr(above, "default_error_messages", {}).values()
    yield from marshmallow.Schema._default_error_messages.values()
    for validator in [
        validate.Range(1, 2),
        validate.Range(min=1),
        validate.Range(max=1),
        validate.Length(1, 2),
        validate.Length(min=1),
        validate.Length(max=1),
        validate.Length(equal=1),
        validate.OneOf(("a", "b")),
        validate.Regexp("a"),
    ]:
        for value in (0, 3, "", "abc"):
            try:
                validator(value)
            except marshmallow.ValidationError as failure:
                yield from failure.messages
            except TypeError:
                continue


def fields_of_schemas():
    for kind in known_schemas(marshmallow.Schema):
        for field in kind().fields.values():
            yield field
            yield from [field.inner] if isinstance(field, fields.List) else []


def known_schemas(kind):
    for inner in kind.__subclasses__():
        if inner.__module__.startswith("service."):
            yield inner
        yield from known_schemas(inner)


def test_whatever_the_library_of_schemas_says_has_a_german_sentence():
    messages = set(messages_of_library())

    assert len(messages) > 20
    for message in messages:
        assert recognise_misfit(message).section == "misfits", message
        assert word_detail(recognise_misfit(message)) == message


class Piece(msgspec.Struct, forbid_unknown_fields=True, tag="piece"):
    number: int = msgspec.field()
    few: list[int] = []


class Bounded(msgspec.Struct):
    low: int = 0


@pytest.mark.parametrize(
    ("raw", "wanted", "german"),
    [
        (b"[", list[int], "Das Ende fehlt"),
        (b"[x]", list[int], "Fehler im JSON bei Byte 1 (invalid character)"),
        (b'{"type":"piece"}', Piece, "Das Feld `number` fehlt"),
        (b'{"type":"piece","number":1,"x":2}', Piece, "Das Feld `x` gibt es nicht"),
        (b'{"type":"ox","number":1}', Piece, "Der Wert 'ox' ist nicht erlaubt"),
        (b'{"type":"piece","number":"1"}', Piece, "Verlangt ist `int`, gekommen ist `str`"),
    ],
)
def test_whatever_the_decoder_says_has_a_german_sentence(raw, wanted, german):
    with pytest.raises(msgspec.DecodeError) as failure:
        msgspec.json.decode(raw, type=wanted)
    message = re.sub(r" - at .*", "", str(failure.value))

    assert word_detail(recognise_misfit(message), "de") == german


def test_what_nobody_foresaw_is_not_said_in_another_language():
    assert word_detail(recognise_misfit("Out of cheese"), "de") == "Der Wert passt nicht."


def test_the_words_of_a_client_are_no_template():
    said = Detail("no_such_match", {"match": "{0.__class__}"})

    assert word_detail(said, "de") == "Keine Partie hat die Kennung „{0.__class__}“."


def test_each_violation_is_told_in_the_language_of_the_request(client):
    body = {"game": "schiefer", "seats": "two", "colour": "red"}
    answer = client.post("/v1/matches", json=body, headers={"Accept-Language": "de"})

    assert answer.headers["Content-Language"] == "de"
    assert "Accept-Language" in answer.headers["Vary"]
    assert {(one["pointer"], one["detail"]) for one in answer.json["violations"]} == {
        ("/seats", "Das ist keine ganze Zahl."),
        ("/colour", "Dieses Feld gibt es nicht."),
    }


def test_a_refused_command_of_a_list_is_told_in_the_language_of_the_request(client):
    table = running(client)
    seat = table.offered()["turn"]
    answer = table.post("/commands", [{"type": "end_turn"}], table.seats[seat], accept_language="de")

    assert answer.json["violations"] == [{"pointer": "/0", "detail": answer.json["detail"]}]
    assert answer.json["detail"] == "Das ist keine der Möglichkeiten der offenen Frage."
