"""The kit every view is made with: the app, one request, one answer, problems and live streams.

What a caller may spend or hold is bounded by `budgets`: a new limit is named there, set in
`service/config.py` and counted by `middleware/ledger.py`. docs/security.md lists all limits.
"""
