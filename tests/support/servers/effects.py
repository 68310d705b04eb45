"""What jobs leave behind, each once: the bots' answers and the score sheets of a match."""

from events.entry import cause_at_version
from games.match.actor import Actor
from service.matches.folding import begin, fold_on
from service.matches.index import make_metadata
from service.matches.records.sheets import SHEETS, encode_sheet
from support.servers.agreement import same
from workers.dispatcher.open_work import owed_sheets
from workers.jobs.results import sheets_at


def every_effect_once(instance, match):
    """The bots' answers and the score sheets of a match that is over."""
    due = sheets_due(instance.store.entries(match))
    instance.until(lambda: set(instance.store.document(match, SHEETS.name)) >= set(due))
    effects_once(instance.store, match)


def effects_once(store, match):
    """Each bot's answer belongs to the question it was asked; each sheet that exists is the right one."""
    entries = store.entries(match)
    for entry in entries:
        if entry.actor.startswith("bot:"):
            asked = cause_at_version("bot", match, entry.version - 1)
            same(entry.cause, asked, f"entry {entry.version} of {match}, by a bot")
    due, kept = sheets_due(entries), store.document(match, SHEETS.name)
    same(set(kept), set(due), f"the sheets of {match}")
    for name, version in due.items():
        wanted = encode_sheet(sheets_at(store, match, version)[name])
        same(kept[name], wanted, f"the sheet {name} of {match}")


def sheets_due(entries):
    """Their names, and the version that each is of."""
    due, state = {}, None
    for entry in entries:
        round_before = state.table.round if state else 0
        state = fold_on(state, [entry]) if state else begin(entry)  # in place
        told = make_metadata(state, Actor.parse(entry.actor), round_before)
        due |= dict.fromkeys(owed_sheets(told, entry.version), entry.version)
    return due
