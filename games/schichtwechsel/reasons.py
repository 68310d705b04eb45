"""Why an option is barred; the words are in words.yaml."""

from games.kernel import Reason

ALREADY_USED = Reason("already_used", "SW-90")
CANNOT_PAY = Reason("cannot_pay", "SW-93")
NO_HEADFRAME_IN_PLAY = Reason("no_headframe_in_play", "SW-125")
CHANGES_NOTHING = Reason("changes_nothing", "SW-R54")
COPY_PROTECTED = Reason("copy_protected", "SW-134")
NO_SPOIL_TO_TRADE = Reason("too_little_spoil", "SW-124")
NO_COIN_LEFT = Reason("supply_is_empty", "SW-R22")
NO_CARD_AFTERWARDS = Reason("no_card_afterwards", "SW-R63")
MUST_ACT = Reason("must_act", "SW-R63")
SITE_IS_FULL = Reason("site_is_full", "SW-107")
ENOUGH_HOUSES_HERE = Reason("enough_houses_here", "SW-R49")
WAGON_IS_LOCKED = Reason("wagon_is_locked", "SW-25")
WAGON_IS_NOT_FULL = Reason("wagon_is_not_full", "SW-23")
NO_ROOM_ABOVE = Reason("no_room_above", "SW-R12")
TILE_IS_TAKEN = Reason("tile_is_taken", "SW-52")
