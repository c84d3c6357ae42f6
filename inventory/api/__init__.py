"""The card room's REST doors, for scanners and for surveillance. docs/api.md shows each of them."""
