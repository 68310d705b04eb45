"""What a game still lacks: every type needs its place in the lists, its rules, its JSON and its words."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from string import Formatter
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from games.kernel.editions.naming import things_within
from games.kernel.game import Game
from games.kernel.language import (
    Command,
    Event,
    Item,
    Question,
    Reason,
    Standing,
    Step,
    Table,
    leaves,
    tag_of,
)
from games.kernel.pictures.telling import Telling
from games.kernel.words import FORMS, LANGUAGES, Text, names_in, sentence_of, told_by

Types = Iterable[type[msgspec.Struct]]


def gaps(game: Game[Any], taken: Collection[str] = ()) -> list[str]:
    """Everything that shows without playing; `taken` are tags that others write into the same book."""
    found = [
        *gaps_in_lists(game),
        *gaps_in_rules(game),
        *gaps_in_json(game, taken),
        *gaps_in_words(game),
        *gaps_in_pictures(game),
    ]
    return [f"{game.name}: {gap}" for gap in found]


def gaps_at(game: Game[Any], table: Any, legal: Iterable[Command], events: Iterable[Event]) -> list[str]:
    """What only a position shows: what its labels need, and words for its score lines and its picture."""
    found = [gap for event in events for gap in unsaid(game, "events", event, {})]
    for question in table.agenda[:1]:
        found += unsaid(game, "questions", question, game.wording(table, question))
    for command in legal:
        found += unsaid(game, "commands", command, game.wording(table, command))
        if type(command) not in game.rules.answers[type(table.agenda[0])]:
            found.append(f"{command} is offered, but {table.agenda[0]} has no answer for it")
    categories = {line.category for line in game.score(table)}
    found += [f"categories lack {code}" for code in categories - game.words.sections["categories"].keys()]
    return [*found, *gaps_in_picture(game, partial(game.picture, table))]


def gaps_in_lists(game: Game[Any]) -> Iterator[str]:
    """Finds types left out of their tuple, before the first player meets one."""
    package = package_of(game)
    listed = {*game.commands, *game.events, *game.items}
    for base in (Command, Event, Item):
        for kind in leaves(base):
            if kind.__module__.startswith(f"{package}.") and kind not in listed:
                yield f"{kind.__name__} is in no list of the game"
    if game.rules.asked not in game.events:
        yield "the event that closes every batch is not among the events"
    for item in game.opening:
        if type(item) not in game.items:
            yield f"the opening {type(item).__name__} is not among the items"


def gaps_in_rules(game: Game[Any]) -> Iterator[str]:
    rules = game.rules
    for item in game.items:
        yield from gaps_of_item(game, item)
    for item in {*rules.steps, *rules.option_functions, *rules.answers} - {*game.items}:
        yield f"the rules know {item.__name__}, the items do not"
    answered = {command for answers in rules.answers.values() for command in answers}
    for command in {*game.commands} - answered:
        yield f"no question takes the command {command.__name__}"
    for command in answered - {*game.commands}:
        yield f"an answer takes {command.__name__}, which is no command of the game"
    for event in game.events:
        if event.apply is Event.apply:
            yield f"the event {event.__name__} does not say what it changes"


def gaps_of_item(game: Game[Any], item: type[Item]) -> Iterator[str]:
    if issubclass(item, Step):
        if item not in game.rules.steps:
            yield f"the step {item.__name__} does nothing"
    elif issubclass(item, Question | Standing):
        if item not in game.rules.option_functions:
            yield f"the question {item.__name__} has no options"
        if not game.rules.answers.get(item):
            yield f"the question {item.__name__} has no answers"
    else:
        yield f"{item.__name__} is neither a question nor a step"


def gaps_in_json(game: Game[Any], taken: Collection[str]) -> Iterator[str]:
    types = [*game.commands, *game.events, *game.items]
    try:
        msgspec.json.schema_components([*types, game.table, game.options, game.view_type])
    except (TypeError, NameError) as failure:
        yield f"a type has no JSON: {failure}"
    for tag, uses in Counter(tag_of(kind) for kind in types).items():
        if uses > 1:
            yield f"the tag {tag} means {uses} types"
        if tag in taken:
            yield f"the tag {tag} is used outside the game"


def gaps_in_words(game: Game[Any]) -> Iterator[str]:
    sections = game.words.sections
    questions = [item for item in game.items if issubclass(item, Question | Standing)]
    wanted = {
        "questions": tags(questions),
        "commands": tags(game.commands),
        "events": tags(game.events),
        "options": set(game.options.__struct_fields__),
        "reasons": {reason.code for reason in reasons_of(game)},
        "game": {"name", "about"},
    }
    for section, codes in wanted.items():
        for code in sorted(codes - sections[section].keys()):
            yield f"{section} lack {code}"
        for code in sorted(code for code in sections[section] if told_by(code) not in codes):
            yield f"{section} have words for {code}, which does not exist"
    for name in sorted(components_of(game) - sections["components"].keys()):
        yield f"components lack {name}"
    for section, texts in sections.items():
        for code, text in texts.items():
            yield from gaps_in_text(f"{section}.{code}", text)
    yield from unknown_values("events", sections["events"], game.events)


def gaps_in_pictures(game: Game[Any]) -> Iterator[str]:
    """Of a match that has not begun and of each thing alone; `gaps_at` looks at those that have."""
    for edition in game.editions:
        yield from gaps_in_picture(game, partial(game.portraits, edition))
        for seats in game.seats:
            yield from gaps_in_picture(
                game, partial(game.picture, game.blank(seats, edition, game.options()))
            )


def gaps_in_picture(game: Game[Any], draw: Callable[[Telling], object]) -> Iterator[str]:
    """Names the first text that the picture lacks, or the first value that a text of it lacks."""
    for language in LANGUAGES:
        try:
            draw(Telling(words=game.words, lang=language, turn=0))
        except KeyError as failure:
            yield f"pictures lack {failure.args[0]}"
            return


def gaps_in_text(where: str, text: Text) -> Iterator[str]:
    for language in LANGUAGES:
        if not text.get(language, "").strip():
            yield f"{where} has no {language}"
        else:
            try:
                yield from gaps_in_template(f"{where} in {language}", text[language])
            except ValueError as failure:
                yield f"{where} is no template in {language}: {failure}"


def gaps_in_template(where: str, template: str) -> Iterator[str]:
    for _, name, forms, _ in Formatter().parse(template):
        if forms and len(list(filter(None, forms.split("|")))) != FORMS:
            yield f"{where}: {{{name}:{forms}}} is not a form for one and a form for the others"


def unknown_values(section: str, texts: Mapping[str, Text], types: Types) -> Iterator[str]:
    """Labels and prompts may name facts of the table (`wording`): `gaps_at` looks at those."""
    kinds = {tag_of(kind): kind for kind in types}
    for code, text in texts.items():
        kind = kinds.get(told_by(code))
        for language, template in text.items() if kind else ():
            for name in sorted(names_that_parse(template)):
                if not hasattr(kind, name):
                    yield f"{section}.{code} names {name} in {language}, which it does not have"


def unsaid(game: Game[Any], section: str, thing: msgspec.Struct, facts: dict[str, Any]) -> Iterator[str]:
    """What keeps a sentence from being said: a value it lacks, or a code in it that has no name."""
    sentence = sentence_of(thing, facts)
    if sentence not in game.words.sections[section]:
        yield f"{section} lack {sentence}"
    for language, template in game.words.sections[section].get(sentence, {}).items():
        for name in names_in(template):
            if name not in facts and not hasattr(thing, name):
                yield f"{section}.{sentence} names {name} in {language}, which nobody tells"
            for code in codes_in(facts.get(name, getattr(thing, name, None))):
                if not game.words.knows(code):
                    yield f"components lack {code}, named by {section}.{sentence}"


def codes_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from codes_in([*value, *value.values()])
    elif isinstance(value, Iterable):
        for part in value:
            yield from codes_in(part)


def names_that_parse(template: str) -> frozenset[str]:
    try:
        return names_in(template)
    except ValueError:  # no template at all, as gaps_in_text tells
        return frozenset()


def components_of(game: Game[Any]) -> set[str]:
    """Everything printed that has an id, and every code that may occur in a sentence of the game."""
    printed = {thing.id for edition in game.editions.values() for thing in things_within(edition)}
    said = {
        code
        for section, types in (("commands", game.commands), ("events", game.events))
        for kind in types
        for sentence, text in game.words.sections[section].items()
        if told_by(sentence) == tag_of(kind)
        for code in codes_said(text, kind)
    }
    return printed | said


def codes_said(text: Text, kind: type[msgspec.Struct]) -> Iterator[str]:
    named = {name for template in text.values() for name in names_that_parse(template)}
    for field, hint in get_type_hints(kind).items():
        if field in named and get_origin(hint) is Literal:
            yield from (code for code in get_args(hint) if isinstance(code, str))


def reasons_of(game: Game[Any]) -> list[Reason]:
    """The constants of the game's reasons.py."""
    module = sys.modules.get(f"{package_of(game)}.reasons")
    return [value for value in vars(module).values() if isinstance(value, Reason)] if module else []


def package_of(game: Game[Any]) -> str:
    table: type[Table] = game.table
    return table.__module__.rpartition(".")[0]


def tags(types: Types) -> set[str]:
    return {tag_of(kind) for kind in types}
