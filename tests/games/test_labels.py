"""Whatever a person reads of 300 random matches is a sentence: nothing doubled, open, equal or miscounted."""

import re

import pytest

from games.catalogue import GAMES
from games.kernel import Asked
from games.kernel.words import LANGUAGES
from support.games.walk import walk

MATCHES = 100  # of each game
BATCH = 10
EVERY = 7  # positions whose labels are read; lines are read all

ODD = {
    "a doubled word": re.compile(r"\b([^\W\d_]+) \1\b|(\([^)]+\)) \2", re.IGNORECASE),
    "a place left open": re.compile(r"[{}|]|\b[a-z]+_[a-z_]+\b"),
    "both forms at once": re.compile(r"\w\((s|e|n|en|es)\)"),
    "one of many": re.compile(
        r"(?<![\d.,])1 (?!levels?\b)(?:\w+ )?"
        r"(points|markers|coins|wagons|stones|tokens|pairs|steps|spaces|Siegpunkte|Punkte|Münzen|Loren|Steine|"
        r"Stufen|Schritte|Lagerhäuser|Schulden|warehouses|debts)\b"
    ),
    "a dash for nothing": re.compile(r"[ :]–$"),
}


def oddities(said):
    return [f"{kind}: {said}" for kind, odd in ODD.items() if odd.search(said)]


@pytest.mark.parametrize(
    "said",
    [
        "Place coal on wagon wagon 1",
        "Wagons (medium) (medium)",
        "Pay {price}",
        "big_miner",
        "3 marker(s)",
        "1 Siegpunkte",
        "1 white markers",
        "Mark –",
    ],
)
def test_odd_sentences_are_found(said):
    assert oddities(said)


@pytest.mark.parametrize("said", ["1 marker", "2 Siegpunkte", "Duisburg 1, Points 2", "Set the 1 to 2"])
def test_good_sentences_are_left_alone(said):
    assert not oddities(said)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("first", range(0, MATCHES, BATCH))
def test_everything_that_is_said_in_random_matches_is_a_sentence(name, first):
    said = set()
    for seed in range(first, first + BATCH):
        seats = GAMES[name].seats[seed % len(GAMES[name].seats)]
        for position in walk(name, seats=seats, seed=seed):
            said.update(lines_of(position))
            if (position.number + seed) % EVERY == 0 and position.question:
                said.update(offers_of(position))
    assert [odd for sentence in sorted(said) for odd in oddities(sentence)] == []


def names_of_seats(thing):
    named = {"seat", "starter", "order"}.intersection(thing.__struct_fields__)
    return dict.fromkeys(named, "Ada")


def lines_of(position):
    for event in position.events:
        if not isinstance(event, Asked):
            for lang in LANGUAGES:
                yield position.game.words.said("events", event, lang, **names_of_seats(event))


def offers_of(position):
    game, table = position.game, position.live
    barred = game.rules.barred(table, position.question)
    for lang in LANGUAGES:
        facts = game.wording(table, position.question) | names_of_seats(position.question)
        yield game.words.said("questions", position.question, lang, **facts)
        labels = [label(game, table, command, lang) for command in position.legal]
        assert len(set(labels)) == len(labels), sorted(labels)
        yield from labels
        yield from (label(game, table, offer.command, lang) for offer in barred)
        yield from (game.words.text("reasons", offer.reason.code, lang) for offer in barred)


def label(game, table, command, lang):
    seat = {} if getattr(command, "seat", None) is None else {"seat": f"Seat {command.seat + 1}"}
    return game.words.said("commands", command, lang, **(game.wording(table, command) | seat))
