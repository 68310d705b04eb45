"""The shift: the dispatcher turns the feed into jobs, workers carry them out, minds choose for bots."""
