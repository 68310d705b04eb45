"""What `bench train` learns: it finds what was hidden in made-up matches, and writes it where bots read."""

import random
import subprocess
import sys
from types import SimpleNamespace

import pytest
import yaml

from service.config import HOME
from support.servers.patience import PATIENCE

BENCH = str(HOME / "bench")
HIDDEN = {"ships": (2.0, 5.0), "debts": (-1.0, -3.0)}  # what features are truly worth


@pytest.fixture
def learning(monkeypatch):
    monkeypatch.syspath_prepend(BENCH)
    from measuring.learning import corrections, sections, weights  # noqa: PLC0415  found only in their folder

    return {"corrections": corrections, "sections": sections, "weights": weights}


def weight(features, left):
    return sum(
        count * (HIDDEN[name][0] * (1 - left) + HIDDEN[name][1] * left) for name, count in features.items()
    )


def some_features(draw):
    return {"ships": draw.randrange(6), "debts": draw.randrange(4)}


def found_near(found):
    return {name: pytest.approx(hidden, abs=0.5) for name, hidden in HIDDEN.items()} == found


def test_weights_come_from_whole_matches(learning, monkeypatch):
    """Each match has one round, so that its end is all that follows."""
    draw, played = random.Random(1), []
    for _ in range(600):
        features, left = [some_features(draw), some_features(draw)], draw.random()
        points = [weight(each, left) + draw.gauss(0, 1) for each in features]
        played.append(learning["weights"].Played([(features, left)], points))

    monkeypatch.setattr(learning["weights"].Played, "rows_believed", 1.0)
    assert found_near(learning["weights"].fit_weights(played, {}))


def test_weights_come_from_answers_although_positions_differ_in_what_no_feature_tells(learning, monkeypatch):
    draw, tried = random.Random(2), []
    for _ in range(400):
        left, unseen, other = draw.random(), draw.gauss(0, 30), some_features(draw)
        outcomes = []
        for _ in range(4):
            features = [some_features(draw), other]
            outcomes.append((features, left, [weight(features[0], left) + unseen, weight(other, left)]))
        tried.append(learning["weights"].Tried(outcomes))

    monkeypatch.setattr(learning["weights"].Tried, "rows_believed", 1.0)
    assert found_near(learning["weights"].fit_weights(tried, {}))


def test_few_matches_change_little(learning):
    features = [{"ships": 10}, {"ships": 0}]
    played = [learning["weights"].Played([(features, 0.0)], [40, 0])]

    (last, _) = learning["weights"].fit_weights(played, {"ships": (2.0, 5.0)})["ships"]

    assert 2 < last < 2.1, "one match against two hundred that would say it is right"


def test_a_rare_feature_stays_near_what_was_believed_however_many_matches_there_are(learning):
    """Seen once, with a lucky end."""
    draw, played = random.Random(4), []
    for _ in range(1000):
        features, left = [some_features(draw), some_features(draw)], draw.random()
        played.append(
            learning["weights"].Played([(features, left)], [weight(each, left) for each in features])
        )
    played.append(learning["weights"].Played([([{"whale": 1}, {}], 0.0)], [30, 0]))

    found = learning["weights"].fit_weights(played, {"whale": (1.0, 1.0)} | HIDDEN)

    assert 1 < found["whale"][0] < 3, "by itself it would be 30"
    assert found_near({name: found[name] for name in HIDDEN})


def test_where_nothing_was_seen_weights_stay_as_they_were(learning):
    assert learning["weights"].fit_weights([], {"ships": (1.0, 2.0)}) == {"ships": (1.0, 2.0)}


def test_a_promise_that_later_rounds_repeat_is_not_doubted_for_the_luck_of_the_end(learning):
    """With a small share of the end, the same bad luck moves the weights less."""
    features = [{"ships": 4}, {"ships": 0}]
    played = [learning["weights"].Played([(features, 0.5)] * rounds, [0, 30]) for rounds in (1, 8)]
    columns, weights = {"ships": 0}, [2.0, 5.0]

    first_of_one = [rest for _, rest in played[0].rows(columns, weights)][-1]
    first_of_eight = [rest for _, rest in played[1].rows(columns, weights)][-1]

    assert first_of_one < first_of_eight < 0


def test_corrections_find_where_the_heuristic_errs_and_how_far_it_can_be_trusted(learning):
    """Towing is worth three points more than it looks, at the end; else half of the heuristic is right."""
    draw, looked = random.Random(3), []
    answers = [f"sail: {name}" for name in ("tow", "wait", "sell")]
    for _ in range(300):
        appraised, left = [draw.uniform(0, 8) for _ in answers], draw.random()
        leads = [each / 2 for each in appraised]
        leads[answers.index("sail: tow")] += 3 * (1 - left)
        looked.append(learning["corrections"].Looked(answers, appraised, leads, left))

    trust, learned = learning["corrections"].fit_corrections(looked)

    assert trust == {"sail": pytest.approx(0.5, abs=0.05)}
    last, first = (learned["sail: tow"][place] - learned["sail: wait"][place] for place in (0, 1))
    assert (last, first) == (pytest.approx(3, abs=0.3), pytest.approx(0, abs=0.3))


def test_what_has_hardly_come_up_is_no_correction(learning):
    looked = [learning["corrections"].Looked(["sail: tow", "sail: wait"], [0.0, 0.0], [9.0, 0.0], 0.5)]

    _, learned = learning["corrections"].fit_corrections(looked)

    assert learned == {}


def test_a_section_is_replaced_below_the_log_of_earlier_trainings(learning, tmp_path):
    file = tmp_path / "weights.yaml"
    file.write_text(
        "# Weights.\n# one: first\none:\n  2:\n    a: [1.00, 1.00]\ntwo:\n  2:\n    b: [2.00, 2.00]\n"
    )
    sections = learning["sections"]

    sections.replace_section(
        file, "one", sections.section_of_weights("one", ["second"], {2: {"a": (3.0, 4.0)}})
    )

    assert yaml.safe_load(file.read_text()) == {"one": {2: {"a": [3.0, 4.0]}}, "two": {2: {"b": [2.0, 2.0]}}}
    assert file.read_text().startswith("# Weights.\n# one: first\n# one: second\none:\n")


class Scripted:
    """A pool whose duels end as it is told; what learns is worked out at once."""

    def __init__(self, *shares):
        self.shares = [*shares]  # of a hundred matches, one contest after the other

    def map(self, function, work, chunksize=None):
        if chunksize is None:
            return [function(each) for each in work]
        share = self.shares.pop(0)
        return [(float(number < share), 0) for number, _ in enumerate(work)]


@pytest.fixture
def trainer(monkeypatch, learning):
    """Of two seats, with a match and an answer to learn from; tells what became of it, way by way."""
    monkeypatch.syspath_prepend(BENCH)
    from playing.train import Trainer  # noqa: PLC0415  as above

    features = [{"ships": 9}, {"ships": 0}]
    said = SimpleNamespace(
        game="schiefer",
        seats=[2],
        seed=1,
        playouts=4,
        duels=100,
        ways=("corrections", "matches", "answers"),
        games=1,
        generations=4,
        minutes=55,
    )

    def begin(*shares):
        trainer = Trainer(said, "reconstructed-1", Scripted(*shares))
        trainer.played[2] = [learning["weights"].Played([(features, 0.0)], [90, 0])] * 100
        trainer.tried[2] = [
            learning["weights"].Tried([(features, 0.0, [0, 90]), (features[::-1], 0.0, [90, 0])])
        ] * 100
        trainer.looked = {
            2: [learning["corrections"].Looked(["a: b", "a: c"], [0.0, 1.0], [4.0, 0.0], 0.5)] * 20
        }
        return trainer

    return begin


@pytest.mark.parametrize(("share", "stays"), [(50, False), (55, False), (56, True)])
def test_corrections_stay_that_win_a_standard_error_more_than_their_share(trainer, share, stays):
    training = trainer(share)
    training.take_corrections(2, seed=5)
    assert (2 in training.judgement.corrections) == stays


@pytest.mark.parametrize(
    ("matches", "answers", "ships"), [(60, 70, "fall"), (70, 60, "rise"), (55, 70, "fall"), (55, 50, "stay")]
)
def test_of_the_two_ways_to_weights_the_better_one_stays(trainer, matches, answers, ships):
    training = trainer(matches, answers)
    before = training.judgement
    told = training.take_weights(2, seed=5)
    new = training.judgement.weights[2].get("ships", (0.0, 0.0))[0]
    assert {"fall": new < 0, "rise": new > 0, "stay": training.judgement is before}[ships]
    assert [line.split(" win ")[1] for line in told] == [
        f"{share}% of 100, +0.0 points" for share in (matches, answers)
    ]


def test_two_trainings_share_no_luck(trainer):
    """Else what one has chosen by its luck would win again in the other."""
    from playing.train import SEEDS_APART  # noqa: PLC0415  as above

    training = trainer(50)
    seeds = []
    training.gather = lambda _, seed: seeds.append(seed)
    training.take_corrections = lambda _, seed: seeds.append(seed) or ""
    training.take_weights = lambda _, seed: seeds.append(seed) or []
    training.said.games = 40
    for number in (0, 1, 99):
        training.generation(number)
    assert all(SEEDS_APART <= seed < SEEDS_APART + SEEDS_APART // 2 for seed in seeds)
    assert max(seeds) + 10**9 < 2 * SEEDS_APART


ALWAYS = [True] * 9


@pytest.mark.parametrize(
    ("took", "gains", "ends"),
    [
        (10, ALWAYS, (4, "generation 3: corrections")),
        (10, [True, False], (2, "Nothing was gained")),
        (13, ALWAYS, (4, "generation 3: corrections")),
        (18, ALWAYS, (3, "hardly be over within 55 minutes")),
        (20, ALWAYS, (2, "hardly be over within 55 minutes")),
        (90, ALWAYS, (1, "hardly be over within 55 minutes")),
    ],
)
def test_training_goes_on_as_long_as_something_is_gained_and_another_generation_fits_into_its_time(
    trainer, monkeypatch, took, gains, ends
):
    """The next one is expected to take as long as the longest so far; the first is played in any case."""
    from playing import train  # noqa: PLC0415  as above

    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(train, "time", SimpleNamespace(monotonic=lambda: clock.now))
    training, said = trainer(), []

    def take_corrections(*_):
        clock.now += 60 * took
        if gains[len(training.log)]:
            training.judgement = training.judgement._replace()
        return "corrections"

    monkeypatch.setattr(training, "gather", lambda *_: None)
    monkeypatch.setattr(training, "take_corrections", take_corrections)
    monkeypatch.setattr(training, "take_weights", lambda *_: [])
    train.learn(training, SimpleNamespace(count=lambda items, _: items, step=said.append))
    assert (len(training.log), ends[1] in said[-1]) == (ends[0], True)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--seats", "5"], "--seats"),
        (["--generations", "0"], "--generations: 1 at least"),
        (["--duels", "0"], "--duels: 1 at least"),
        (["--processes", "0"], "--processes: 1 at least"),
        (["--small", "--write"], "learns nothing that should be written"),
        (["--edition", "mine", "--write"], "neither --write nor corrections"),
        (["--edition", "mine", "--ways", "corrections"], "neither --write nor corrections"),
    ],
)
def test_what_cannot_be_trained_is_refused_before_anything_is_played(words, says):
    run = call_train("schiefer", *words)
    assert run.returncode != 0
    assert says in run.stderr
    assert "Traceback" not in run.stderr


def call_train(*words):
    command = [sys.executable, "-m", "service.cli", "bench", "train", *words]
    return subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=False, timeout=PATIENCE)


def test_the_smallest_training_prints_both_sections():
    run = call_train("ruhrschifffahrt", "--small", "--seats", "2", "2")

    assert run.returncode == 0, run.stdout + run.stderr
    assert "# ruhrschifffahrt: --seats 2 --ways corrections matches answers --games 1" in run.stdout
    assert "; ;" not in run.stdout
    assert "ruhrschifffahrt:\n  2:\n" in run.stdout
