"""The REST doors of rounds, for consoles, devices, simulators and surveillance (docs/api.md)."""
