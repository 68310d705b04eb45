"""Why an option is barred; the words are in words.yaml."""

from games.kernel import Reason

NOT_ENOUGH_MONEY_TO_REROLL = Reason("not_enough_money", "SF-8")
NOT_ENOUGH_MONEY_TO_SET = Reason("not_enough_money", "SF-9")
ALREADY_SET_A_DIE = Reason("already_set_a_die", "SF-9")
ALREADY_CHANGED_A_DIE = Reason("already_changed_a_die", "SF-R6")
NOT_ENOUGH_MONEY_TO_BUY = Reason("not_enough_money", "SF-29")
ALREADY_BOUGHT_HERE = Reason("already_bought_here", "SF-29")
NO_MARKER_TO_BUY = Reason("reserve_is_empty", "SF-R9")
NO_MARKER_TO_TAKE = Reason("reserve_is_empty", "SF-R9")
TOO_FEW_MARKERS_TO_MARK = Reason("too_few_markers", "SF-10")
TOO_FEW_MARKERS_TO_OPEN = Reason("too_few_markers", "SF-22")
MOUTH_COMES_FIRST = Reason("mouth_comes_first", "SF-21")
ALREADY_SOLD = Reason("already_sold", "SF-23")
BOX_IS_FULL = Reason("box_is_full", "SF-28")
ALREADY_IN_BOX = Reason("already_in_box", "SF-28")
TOO_FEW_MARKERS_TO_DEVELOP = Reason("too_few_markers", "SF-27")
