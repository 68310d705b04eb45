"""What happens to a match."""

from games.kernel import Event, list_types
from games.match.events.clocks import (
    ClockStarted,
    MatchPaused,
    MatchResumed,
    PauseAgreed,
    PauseDeclined,
    PauseRequested,
    StandInLeft,
    TimeRanOut,
    TimeTaken,
)
from games.match.events.course import (
    AdviceAsked,
    LuckDrawn,
    MatchAsked,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    SeedDisclosed,
)
from games.match.events.going_back import (
    Restored,
    Rewound,
    UndoAgreed,
    UndoDeclined,
    UndoForgotten,
    UndoRequested,
)
from games.match.events.seats import BotSeated, SeatLeft, SeatResigned, SeatTaken
from games.match.seating import TokenRenewed

EVENTS = list_types(Event, "games.match")

__all__ = [
    "EVENTS",
    "AdviceAsked",
    "BotSeated",
    "ClockStarted",
    "LuckDrawn",
    "MatchAsked",
    "MatchEnded",
    "MatchOpened",
    "MatchPaused",
    "MatchResumed",
    "MatchStarted",
    "PauseAgreed",
    "PauseDeclined",
    "PauseRequested",
    "Restored",
    "Rewound",
    "SeatLeft",
    "SeatResigned",
    "SeatTaken",
    "SeedDisclosed",
    "StandInLeft",
    "TimeRanOut",
    "TimeTaken",
    "TokenRenewed",
    "UndoAgreed",
    "UndoDeclined",
    "UndoForgotten",
    "UndoRequested",
]
