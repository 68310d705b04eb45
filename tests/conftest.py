"""A time limit for every test; houses of real processes for tests of commands and of how a house is run."""

pytest_plugins = ["support.servers.running_house", "support.servers.time_limit"]
