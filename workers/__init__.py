"""The workers: the dispatcher turns the feed into jobs, workers carry them out, bots are among these.

It may import `games`, `events` and every package of `service` except `api` and `cli`. Only `bots` looks
into one game, and RQ is imported nowhere but here.
"""
