"""Why an option is barred; the words are in words.yaml."""

from games.kernel import Reason

PILOT_CLOSED = Reason("pilot_closed", "RS-51")
TILE_MISSING = Reason("tile_missing", "RS-67")
OPTION_CLOSED = Reason("option_closed", "RS-67")
WAGES_TAKEN = Reason("wages_taken", "RS-66")
NOTHING_TO_TRANSPORT = Reason("nothing_to_transport", "RS-R14")
NO_DELIVERY = Reason("no_delivery", "RS-64")
NOTHING_UPSTREAM = Reason("nothing_upstream", "RS-R47")
OPTION_TOO_DEAR = Reason("not_enough_money", "RS-R43")

DEPOT_TAKEN = Reason("depot_taken", "RS-58")
MARK_CLOSED = Reason("mark_closed", "RS-59")
LIES_UPSTREAM = Reason("lies_upstream", "RS-62")
LIES_DOWNSTREAM = Reason("lies_downstream", "RS-R18")
PILOT_NEEDED = Reason("pilot_needed", "RS-79")
BOUND_TO_TRANSPORT = Reason("bound_to_transport", "RS-R15")

LOCKS_NOT_YET = Reason("locks_not_yet", "RS-116")
LOCK_TOO_DEAR = Reason("not_enough_money", "RS-116")
TILE_USED = Reason("tile_used", "RS-152")
TILE_TURNED = Reason("tile_used", "RS-99")
NO_WAREHOUSE = Reason("no_warehouse", "RS-124")
ALREADY_IN_CITY = Reason("already_here", "RS-123")
ALREADY_IN_COLUMN = Reason("already_here", "RS-126")
PORT_LIMIT = Reason("port_limit", "RS-126")
NO_FREE_PLACE = Reason("no_free_place", "RS-R51")
WAREHOUSE_TOO_DEAR = Reason("not_enough_money", "RS-R24")
WAREHOUSE_NOT_PLEDGED = Reason("not_enough_money", "RS-R45")
MOVE_TOO_DEAR = Reason("not_enough_money", "RS-127")
REPAYMENT_TOO_DEAR = Reason("not_enough_money", "RS-128")
