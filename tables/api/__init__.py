"""The REST doors of tables: how they stand, deeds, seats and staff. docs/api.md shows each."""
