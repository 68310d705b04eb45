"""Advice in words: each option with its expected lead, how sure that is, and what makes the difference."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, sqrt
from typing import Annotated, Final

import msgspec

from games.kernel.quantities import doc
from games.kernel.words import Words
from games.match.state import Match
from service.matches.fields import MatchId
from service.matches.records.advice import Advice, AdvisedOption, AdvisedSign
from service.queries.analysis.verdict import ANALYSIS_WORDS
from service.queries.game_types import AnyCommand
from service.queries.offers import Wording

NORMAL_95: Final = 1.96  # standard errors to each side hold 95 of 100 true values
DECIMAL_COMMA: Final = frozenset({"de"})


class SignOfTable(msgspec.Struct, frozen=True, kw_only=True):
    """Something about the table that tells the option from the one it is compared with."""

    sign: Annotated[str, doc("What it is, as a code.")]
    name: Annotated[str, doc("The same in words, in the language of the answer.")]
    more: Annotated[float, doc("How much more of it there will be, in the mean; negative: less.")]
    points: Annotated[float, doc("How many points of expected lead it makes.")]


class OptionAdvice(msgspec.Struct, frozen=True, kw_only=True):
    """An option and what is to be expected of it."""

    command: Annotated[AnyCommand, doc("The command, to be sent back as it is.")]
    label: Annotated[str, doc("What the command does, in the language of the answer.")]
    lead: Annotated[
        float | None,
        doc("How many points ahead of the best of the others the seat will be at the end; null: not tried."),
    ]
    low: Annotated[float | None, doc("The lower end of the interval that holds the lead, 95 of 100 times.")]
    high: Annotated[float | None, doc("Its upper end.")]
    sure: Annotated[
        float | None, doc("How likely it is at least as good as the best of the other options, from 0 to 1.")
    ]
    playouts: Annotated[int, doc("How often it was tried.")]
    signs: Annotated[list[SignOfTable], doc("What makes the difference, the most important first.")]
    reason: Annotated[str, doc("The same in a sentence, in the language of the answer.")]


class AdviceAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the strongest mind would answer."""

    match: MatchId
    version: Annotated[int, doc("The version at which the seat has asked.")]
    seat: Annotated[int, doc("The seat that has asked.")]
    ready: Annotated[bool, doc("Whether it has thought; until then there are no options, so ask again.")]
    options: Annotated[list[OptionAdvice], doc("Every option of the question, the best first.")]


def describe_advice(  # noqa: PLR0913, PLR0917  which advice, on which match, for whom
    match: Match, version: int, seat: int, advice: Advice | None, names: Sequence[str], lang: str
) -> AdviceAnswer:
    """`match` as it stood at that version."""
    options = advice.options if advice else []
    wording = Wording(match, list(names), lang)
    return AdviceAnswer(
        match=match.id,
        version=version,
        seat=seat,
        ready=advice is not None,
        options=[word_option(wording, options, place) for place in range(len(options))],
    )


def word_option(wording: Wording, options: Sequence[AdvisedOption], place: int) -> OptionAdvice:
    option = options[place]
    command = msgspec.convert(option.command, wording.match.rules.command_type)
    low, high = interval_of(option)
    return OptionAdvice(
        command=command,
        label=wording.label(command),
        lead=option.lead,
        low=low,
        high=high,
        sure=how_sure(options, place),
        playouts=option.playouts,
        signs=[word_sign(wording, sign) for sign in option.signs],
        reason=explain_in_words(wording, options, place),
    )


def interval_of(option: AdvisedOption) -> tuple[float | None, float | None]:
    if option.lead is None or option.error is None:
        return None, None
    half = NORMAL_95 * option.error
    return round(option.lead - half, 2), round(option.lead + half, 2)


def how_sure(options: Sequence[AdvisedOption], place: int) -> float | None:
    """As if the errors of the two were independent; the same luck for both makes it surer than that."""
    own = options[place]
    others = [each for number, each in enumerate(options) if number != place and each.lead is not None]
    if own.lead is None or own.error is None:
        return None
    if not others:
        return 1.0
    best = max(others, key=lambda each: each.lead or 0.0)
    gap, error = own.lead - (best.lead or 0.0), sqrt(own.error**2 + (best.error or 0.0) ** 2)
    if not error:
        return 1.0 if gap >= 0 else 0.0
    return round((1 + erf(gap / error / sqrt(2))) / 2, 2)


def word_sign(wording: Wording, told: AdvisedSign) -> SignOfTable:
    name = name_sign(wording.match.game, wording.words, told.sign, wording.lang)
    return SignOfTable(sign=told.sign, name=name, more=told.more, points=told.points)


def name_sign(game: str, words: Words, sign: str, lang: str) -> str:
    """By our own words, else as the game calls the thing."""
    known = ANALYSIS_WORDS.sections.get(game, {})
    return known[sign][lang] if sign in known else words.name(sign, lang)


def explain_in_words(wording: Wording, options: Sequence[AdvisedOption], place: int) -> str:
    option, lang = options[place], wording.lang
    if len(options) == 1:
        return ANALYSIS_WORDS.text("reasons", "forced", lang)
    if option.lead is None:
        return ANALYSIS_WORDS.text("reasons", "untried", lang)
    if not option.signs:
        return ANALYSIS_WORDS.text("reasons", "alike", lang)
    signs = "; ".join(
        ANALYSIS_WORDS.text(
            "reasons",
            "sign",
            lang,
            sign=name_sign(wording.match.game, wording.words, each.sign, lang),
            more=word_number(each.more, lang),
            points=word_number(each.points, lang),
        )
        for each in option.signs
    )
    return ANALYSIS_WORDS.text("reasons", "against_best" if place else "against_next", lang, signs=signs)


def word_number(number: float, lang: str) -> str:
    said = f"{number:+.1f}".replace("-", "\N{MINUS SIGN}")
    return said.replace(".", ",") if lang in DECIMAL_COMMA else said
