"""What the shift does, one job a module: bots, clocks, deliveries, ratings, score sheets, snapshots."""
