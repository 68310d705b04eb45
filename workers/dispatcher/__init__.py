"""The feed is followed here: jobs are enqueued, lost ones found again, one dispatcher active at a time."""
