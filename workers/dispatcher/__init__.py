"""Follows the feed: enqueues jobs, finds lost ones again, with one dispatcher active at a time."""
