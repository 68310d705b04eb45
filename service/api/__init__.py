"""The kit every view is made with: the app, one request, one answer, problems and live streams.

A view is handed a `call` and returns an `Answer`. `answer_building` makes it: JSON, ETag, and how long a
client may keep it. `problem` makes a refusal, whose sentence a `service/problem_detail.py: Detail` names.
`protocol` carries both over the wire.

What a caller may spend or hold is bounded by `budgets`: a new limit is named there, set in
`service/config.py` and counted by `middleware/ledger.py`. docs/security.md lists all limits.
"""
