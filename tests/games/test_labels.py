"""Whatever a person reads of 300 random matches is a sentence: nothing doubled, open, equal or miscounted."""

import msgspec
import pytest

from games.catalogue import GAMES
from games.kernel import Asked
from games.kernel.words import LANGUAGES
from support.docs.oddities import oddities
from support.games.walk import walk

MATCHES = 100  # of each game
BATCH = 10


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
        "1 überzählige Thaler",
        "Give up 2 actions (field 5, 6)",
        "Position 1 von Niederlande",
        "road: advance",
        "Mark –",
        "Use it for: ; now less",
    ],
)
def test_odd_sentences_are_found(said):
    assert oddities(said)


@pytest.mark.parametrize(
    "said",
    ["1 Marker", "2 Siegpunkte", "Duisburg 1, Points 2", "Set the 1 to 2", "Fields 5, 6", "1 neue Schuld"],
)
def test_good_sentences_are_left_alone(said):
    assert not oddities(said)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("first", range(0, MATCHES, BATCH))
def test_everything_that_is_said_in_random_matches_is_a_sentence(name, first):
    reader = Reader(GAMES[name])
    for seed in range(first, first + BATCH):
        seats = GAMES[name].seats[seed % len(GAMES[name].seats)]
        for position in walk(name, seats=seats, seed=seed):
            reader.read_lines(position.events)
            if position.question:
                reader.read_offers(position)
    assert [odd for sentence in sorted(reader.said) for odd in oddities(sentence)] == []


class Reader:
    """Reads every position, and says again only what differs from all that was said before."""

    def __init__(self, game):
        self.game = game
        self.known = {}  # what it is made of -> the sentence in each language

    @property
    def said(self):
        return {sentence for sentences in self.known.values() for sentence in sentences}

    def say(self, section, thing, facts):
        key = msgspec.json.encode((section, thing, facts))
        if key not in self.known:
            words = self.game.words
            self.known[key] = [words.said(section, thing, lang, **facts) for lang in LANGUAGES]
        return self.known[key]

    def read_lines(self, events):
        for event in events:
            if not isinstance(event, Asked):
                self.say("events", event, names_of_seats(event))

    def read_offers(self, position):
        table, question = position.live, position.question
        self.say("questions", question, self.game.wording(table, question) | names_of_seats(question))
        for labels in zip(*(self.label(table, command) for command in position.legal), strict=True):
            assert len(set(labels)) == len(labels), sorted(labels)
        for offer in self.game.rules.barred(table, question):
            self.label(table, offer.command)
            code = offer.reason.code
            self.known[code] = [self.game.words.text("reasons", code, lang) for lang in LANGUAGES]

    def label(self, table, command):
        seat = {} if getattr(command, "seat", None) is None else {"seat": f"Seat {command.seat + 1}"}
        return self.say("commands", command, self.game.wording(table, command) | seat)


def names_of_seats(thing):
    named = {"seat", "starter", "order"}.intersection(thing.__struct_fields__)
    return dict.fromkeys(named, "Ada")
