"""What can go wrong with a request. Codes are stable; `service/api/problems.py` gives each its status."""

from __future__ import annotations

from typing import Any, ClassVar

from service.problem_detail import Detail


class Problem(Exception):  # noqa: N818  it is the answer, not a fault of ours
    """`facts` go into the answer: version, violations, reason, whatever helps the client on."""

    code: ClassVar[str]
    title: ClassVar[str]

    def __init__(self, detail: Detail, **facts: Any) -> None:
        super().__init__(detail.code)
        self.detail = detail
        self.facts = facts


class Malformed(Problem):
    code = "malformed"
    title = "The request cannot be understood"


class Invalid(Problem):
    code = "invalid"
    title = "The request is well formed, but a value is not allowed"


class UnknownGame(Problem):
    code = "unknown_game"
    title = "There is no such game"


class UnknownComponent(Problem):
    code = "unknown_component"
    title = "The game has no such component, or no picture of it alone"


class UnknownRule(Problem):
    code = "unknown_rule"
    title = "The game has no rule with this number"


class UnknownMatch(Problem):
    code = "unknown_match"
    title = "There is no such match"


class UnknownEntry(Problem):
    code = "unknown_entry"
    title = "The match has no such version"


class UnknownSeat(Problem):
    code = "unknown_seat"
    title = "The match has no such seat"


class BadCursor(Problem):
    code = "bad_cursor"
    title = "This cursor was never given out"


class TokenMissing(Problem):
    code = "token_missing"
    title = "This call needs a token"


class TokenUnknown(Problem):
    code = "token_unknown"
    title = "This token is not good for this match"


class ClientUnknown(Problem):
    code = "client_unknown"
    title = "This call needs the key of a client"


class ClientExists(Problem):
    code = "client_exists"
    title = "A client has this name already"


class RegistrationClosed(Problem):
    code = "registration_closed"
    title = "Clients are registered by the admin"


class NotPermitted(Problem):
    code = "not_permitted"
    title = "Somebody else may do this"


class NotYourTurn(Problem):
    code = "not_your_turn"
    title = "Another seat is asked"


class NotOffered(Problem):
    code = "not_offered"
    title = "The game does not offer this now"


class NotRunning(Problem):
    code = "not_running"
    title = "The match has not begun"


class NotNow(Problem):
    code = "not_now"
    title = "The match does not allow this now"


class Imported(Problem):
    code = "imported"
    title = "The match was played elsewhere"


class BadBook(Problem):
    code = "bad_book"
    title = "These entries are not those of a match as it was played"


class GameIsOver(Problem):
    code = "game_is_over"
    title = "The match is over"


class VersionConflict(Problem):
    code = "version_conflict"
    title = "The match has moved on"


class IdempotencyKeyReused(Problem):
    code = "idempotency_key_reused"
    title = "This key was used for another request"


class TooBusy(Problem):
    code = "too_busy"
    title = "Too many others write to this match at once"


class BookUnavailable(Problem):
    code = "book_unavailable"
    title = "The book cannot be reached"


class UnknownWebhook(Problem):
    code = "unknown_webhook"
    title = "There is no such webhook"


class UnknownDelivery(Problem):
    code = "unknown_delivery"
    title = "The webhook has no such delivery"


class NameUnreadable(Problem):
    code = "name_unreadable"
    title = "This name cannot be read"


class PlayerSeated(Problem):
    code = "player_seated"
    title = "This player sits in the match already"


class NameMistakable(Problem):
    code = "name_mistakable"
    title = "This name can be mistaken for another"


class WebhookAddressRefused(Problem):
    code = "webhook_address_refused"
    title = "This address may not be called"


class TooManyWebhooks(Problem):
    code = "too_many_webhooks"
    title = "There are too many webhooks"


class UnknownPlayer(Problem):
    code = "unknown_player"
    title = "There is no such player"


class VerifiersBusy(Problem):
    code = "verifiers_busy"
    title = "Too many books are being looked at"


class VerifierFailed(Problem):
    code = "verifier_failed"
    title = "The book could not be looked at"


class RulesAtFault(Problem):
    code = "rules_at_fault"
    title = "The rules of the game do not lead on from there"


class EntryUnreadable(Problem):
    code = "entry_unreadable"
    title = "An entry of the match cannot be read"


class TooCostly(Problem):
    code = "too_costly"
    title = "To look at this book costs more than it may"
