"""Why something is not open in a match; the words stand in words.yaml."""

from games.kernel import Reason

SEAT_IS_TAKEN = Reason("seat_is_taken", "GB-1")
SEAT_IS_FREE = Reason("seat_is_free", "GB-2")
A_PERSON_SITS_HERE = Reason("a_person_sits_here", "GB-3")
SEATS_ARE_FREE = Reason("seats_are_free", "GB-4")
A_BOT_SITS_HERE = Reason("a_bot_sits_here", "GB-5")
UNDO_IS_OFF = Reason("undo_is_off", "GB-8")
BEYOND_THE_BARRIER = Reason("beyond_the_barrier", "GB-9")
NOTHING_TO_UNDO = Reason("nothing_to_undo", "GB-10")
NO_SUCH_POSITION = Reason("no_such_position", "GB-10")
ALREADY_STRUCK = Reason("already_struck", "GB-10")
ALREADY_REFUSED = Reason("already_refused", "GB-12")
NOTHING_TO_REDO = Reason("nothing_to_redo", "GB-13")
NOT_YOURS_TO_REDO = Reason("not_yours_to_redo", "GB-13")
VOTE_IS_OPEN = Reason("vote_is_open", "GB-11")
ALREADY_AGREED = Reason("already_agreed", "GB-11")
NOT_EXPIRED_YET = Reason("not_expired_yet", "GB-12")
