"""The games as environments of PettingZoo, for whoever trains minds: docs/environments.md."""
