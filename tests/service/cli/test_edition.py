"""`./grubenbuch edition`: a board corrected with the box at hand, without touching code."""

import json

import jsonschema
import pytest
import yaml
from click.testing import CliRunner

from events.redis_store.store import connect_redis
from games.catalogue import GAMES
from service.cli import main
from service.editions.stored import StoredEditions, offered_editions
from support.games.corrected import corrected_imprint
from support.servers.servers import Server, any_binary

CORRECTED = """\
game: schiefer
edition: my-copy
based_on: reconstructed-1
colours:
  list: [blue, red, green, black]
valleys:
  list:
    ogwen:
      mines:
        ogwen-1: {value: 5}
"""


@pytest.fixture
def says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return lambda *words, **more: CliRunner().invoke(main, ["edition", *words], **more)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "my-copy.yaml"
    path.write_text(CORRECTED)
    return path


def test_a_new_thing_without_words_is_told_and_is_not_wrong(says, file):
    new = CORRECTED.replace("ogwen-1: {value: 5}", "ogwen-1: {id: deep_pit}")
    file.write_text(new)
    checked = says("check", str(file))
    assert checked.exit_code == 0
    assert f"{file}:9: /valleys/list/ogwen/mines/deep_pit/id has no `words`" in checked.output
    assert "called “deep pit”" in checked.output
    file.write_text(
        f"{new}words:\n  deep_pit: {{en: Deep Pit, de: Tiefe Grube}}\n  black: {{en: black, de: Schwarz}}\n"
    )
    assert "has no `words`" not in says("check", str(file)).output
    assert '/words/deep_pit/de: nothing -> "Tiefe Grube"' in says("diff", "reconstructed-1", str(file)).output


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", [(), ("--complete",)])
def test_a_new_file_is_right_as_it_is_and_differs_from_nothing(says, game, kind):
    assert says("new", game, "my-copy", *kind).exit_code == 0
    assert says("check", "my-copy.yaml").exit_code == 0
    assert says("diff", "my-copy.yaml", "reconstructed-1").output == ""
    assert says("new", game, "my-copy").exit_code == 2  # nothing is written over


@pytest.mark.parametrize("game", GAMES)
def test_what_a_new_file_has_in_comments_can_be_taken_up_as_it_stands(says, tmp_path, game):
    says("new", game, "my-copy")
    file = tmp_path / "my-copy.yaml"
    head, _, comments = file.read_text().partition("\n\n")
    file.write_text(head + "\n\n" + "".join(f"{line[2:]}\n" for line in comments.splitlines()))
    assert says("check", "my-copy.yaml").exit_code == 0
    assert says("diff", "my-copy.yaml", "reconstructed-1").output == ""


def test_a_difference_names_only_what_differs(says, file):
    assert says("check", str(file)).exit_code == 0
    assert says("diff", "reconstructed-1", str(file)).output.splitlines() == [
        '/colours/list/4: "yellow" -> "black"',
        "/valleys/list/ogwen/mines/ogwen-1/value: 4 -> 5",
    ]


VALUE = "/valleys/list/ogwen/mines/ogwen-1/value"


@pytest.mark.parametrize(
    ("change", "line", "said"),
    [
        (("value: 5", "value: 7"), 10, f"{VALUE} is 7, the rulebook says 4 to 6 (contradicts, SF-24)"),
        (("value: 5", "id: ogwen-2"), 7, "'ogwen-2' stands here twice"),
        (("value: 5", "price: 5"), 10, "unknown field `price`"),
        (("value: 5", "value: five"), 10, "Expected `int`, got `str`"),
        (("ogwen-1: {value: 5}", "ogwen-1: null"), 7, "28 mines and 29 black markers are not as many"),
        (("ogwen-1: {value", "ogwen-9: {value"), 10, "there is no 'ogwen-9' in it"),
        (("value: 5", "value: 5.5"), 10, "'5.5' is no text, whole number, truth value or null"),
        (("colours:", "setup: {money: 4}\ncolours:"), 4, "/setup/money is 4, the rulebook says 3"),
        (("blue, red", "blue, blue"), 5, "'blue' stands here twice"),
        (("reconstructed-1", "their-copy"), 3, "no edition of schiefer is called 'their-copy'"),
        (("game: schiefer", "game: halma"), 1, "`game` names one of"),
        (("edition: my-copy", "edition: reconstructed-1"), 2, "this one is built in"),
        (("edition: my-copy", "edition: My Copy"), 2, "a name has small letters"),
        (("colours:", "bank: &all {}\npieces: *all\ncolours:"), 5, "anchors and aliases are not read"),
        (("colours:", "colours: {list: []}\ncolours:"), 5, "'colours' stands here twice"),
        (("colours:", "colours: ["), 6, ""),
        (("value: 5", "value: " + "9" * 5_000), 10, "cannot be read as int"),
        (("value: 5", "value: !!int five"), 10, "'five' cannot be read as int"),
        (("value: 5", "value: !!bool five"), 10, "'five' cannot be read as bool"),
    ],
)
def test_a_misprint_is_named_with_its_line_its_path_and_the_rule(says, file, change, line, said):
    file.write_text(CORRECTED.replace(*change, 1))
    result = says("check", str(file))
    assert result.exit_code == 1
    assert f"{file}:{line}: " in result.output
    assert said in result.output


def test_all_misprints_of_a_file_are_named_at_once(says, file):
    file.write_text(CORRECTED.replace("value: 5", "value: 7, entrance: 4").replace("green", "gold"))
    result = says("check", str(file))
    assert "3 misprints" in result.output


def test_order_and_comments_make_no_other_edition(says, file, tmp_path):
    other = tmp_path / "other.yaml"
    groups = CORRECTED.partition("colours:")
    valleys = groups[2][groups[2].index("valleys") :]
    colours = groups[2][: groups[2].index("valleys")]
    other.write_text(f"# mine\n{groups[0]}{valleys}colours:{colours}")
    first, second = (says("check", str(path)).output.rpartition(" ")[2] for path in (file, other))
    assert first == second


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_is_one_and_names_every_group(says, game):
    schema = json.loads(says("schema", game).output)
    groups = set(GAMES[game].editions.built_in) - {"edition", "game"}
    assert groups <= schema["else"]["properties"].keys()
    assert groups <= schema["then"]["properties"].keys()
    references = {text for text in json.dumps(schema).split('"') if text.startswith("#/$defs/")}
    assert {name.removeprefix("#/$defs/") for name in references} <= schema["$defs"].keys()


def test_an_editor_takes_what_the_check_takes_and_sees_a_field_that_there_is_not(says, file):
    schema = json.loads(says("schema", "schiefer").output)
    validator = jsonschema.Draft202012Validator(schema)
    assert list(validator.iter_errors(yaml.safe_load(CORRECTED))) == []
    assert list(validator.iter_errors(yaml.safe_load(CORRECTED.replace("value: 5", "prize: 5"))))
    for name, wrong in ({"en": "Old", "de": "Alt"}, False), ({"en": "Old", "fr": "Vieux"}, True):
        worded = yaml.safe_load(CORRECTED) | {"words": {"ogwen-1": name}}
        assert bool(list(validator.iter_errors(worded))) == wrong
    whole = GAMES["schiefer"].editions.built_in | {"edition": "my-copy"}
    assert list(validator.iter_errors(whole)) == []


@pytest.fixture
def instance(says, tmp_path):
    with Server(any_binary()) as server:
        environ = {"REDIS_URL": server.url, "DATA": str(tmp_path / "data"), "GRUBENBUCH_SECRET": "s" * 32}
        store = connect_redis(server.url)
        yield store, lambda *words: says(*words, env=environ)
        store.close()


def test_an_edition_is_added_listed_withdrawn_and_offered_again(instance, file):
    store, says = instance
    imprint = corrected_imprint(
        "schiefer",
        changes={
            "colours": {"list": ["blue", "red", "green", "black"]},
            "valleys": {"list": {"ogwen": {"mines": {"ogwen-1": {"value": 5}}}}},
        },
    )
    assert says("add", str(file), "--by", "Ada").output == f"{imprint.id}\n"
    told = StoredEditions(store).records("schiefer")[imprint.id]
    assert (told.supplied_by, told.based_on, told.digest) == ("Ada", "reconstructed-1", imprint.digest)
    assert StoredEditions(store).board("schiefer", imprint.id) == imprint.canonical
    assert f"schiefer {imprint.id}: Ada, offered" in says("list").output
    assert says("withdraw", "schiefer", "my-copy").exit_code == 0
    assert offered_editions(store, GAMES["schiefer"]) == ("reconstructed-1",)
    assert says("add", str(file)).exit_code == 0
    assert offered_editions(store, GAMES["schiefer"]) == ("reconstructed-1", imprint.id)


def test_a_file_may_say_the_difference_to_an_edition_of_the_server(instance, file, tmp_path):
    store, says = instance
    file.write_text(f"{CORRECTED}words:\n  ogwen-1: {{en: Old Pit, de: Alte Grube}}\n")
    base = says("add", str(file)).output.strip()
    data = ("--data", str(tmp_path / "data"))
    second = tmp_path / "second.yaml"
    second.write_text(
        "game: schiefer\nedition: second\nbased_on: my-copy\n"
        "valleys: {list: {ogwen: {mines: {ogwen-1: {value: 6}}}}}\nwords: {ogwen-1: null}\n"
    )
    assert "no edition of schiefer is called 'my-copy'" in says("check", str(second)).output
    assert says("check", str(second), *data).exit_code == 0
    assert says("diff", "my-copy", str(second), *data).output.splitlines() == [
        "/valleys/list/ogwen/mines/ogwen-1/value: 5 -> 6",
        '/words/ogwen-1/de: "Alte Grube" -> nothing',
        '/words/ogwen-1/en: "Old Pit" -> nothing',
    ]
    added = says("add", str(second)).output.strip()
    assert StoredEditions(store).records("schiefer")[added].based_on == "my-copy"
    assert b'"words"' in StoredEditions(store).board("schiefer", base)
    assert b'"words"' not in StoredEditions(store).board("schiefer", added)


def test_a_changed_file_is_another_edition_and_needs_another_name(instance, file):
    store, says = instance
    says("add", str(file))
    file.write_text(CORRECTED.replace("value: 5", "value: 6"))
    refused = says("add", str(file))
    assert refused.exit_code == 1
    assert "choose another" in refused.output
    file.write_text(CORRECTED.replace("value: 5", "value: 6").replace("my-copy", "my-copy-2"))
    assert says("add", str(file)).exit_code == 0
    assert len(StoredEditions(store).records("schiefer")) == 2


def test_what_contradicts_the_rulebook_is_not_added(instance, file):
    store, says = instance
    file.write_text(CORRECTED.replace("value: 5", "value: 7"))
    assert says("add", str(file)).exit_code == 1
    assert StoredEditions(store).records("schiefer") == {}


def test_a_server_in_which_nothing_was_ever_opened_gets_no_edition(says, file, tmp_path):
    refused = says("add", str(file), "--data", str(tmp_path / "mistyped"))
    assert refused.exit_code == 2
    assert "Nothing was ever opened" in refused.output
    assert not (tmp_path / "mistyped").exists()
