"""Why something is not open in a match; the words stand in words.yaml."""

from games.kernel import Reason

SEAT_IS_TAKEN = Reason("seat_is_taken", "GB-1")
SEAT_IS_FREE = Reason("seat_is_free", "GB-2")
A_PERSON_SITS_HERE = Reason("a_person_sits_here", "GB-3")
SEATS_ARE_FREE = Reason("seats_are_free", "GB-4")
A_BOT_SITS_HERE = Reason("a_bot_sits_here", "GB-5")
