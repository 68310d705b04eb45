"""Houses of real processes, for whoever tests a command or the way a house is run."""

pytest_plugins = ["support.servers.running_house"]
