"""The HTTP API, on Flask.

`app` is the factory: hooks, error handler and blueprints. A view declares its operation on an `ApiBlueprint`;
when it runs, its `RequestContext` holds all of the request, body included. It returns an `Answer`, which
`answers` builds: JSON, ETag, and how long a client may keep it. Whatever goes wrong is a `Problem`, which
`problems` answers.

What a caller may spend or hold is bounded by `budgets`: a new limit gets a problem in `problems`, a setting
in `service/config.py` and a line in `Limiter.of`. docs/security.md lists all limits.
"""
