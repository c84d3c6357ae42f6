"""Live rounds over WebSockets: /ws/tables/<number> and /ws/pits/<code> (docs/api.md)."""

from games.consumers.lines import PitLine, TableLine

__all__ = ["PitLine", "TableLine"]
