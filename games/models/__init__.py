from games.models.pots import PotDifference, PotLine
from games.models.rounds import Action, Round, thing_of

__all__ = ["Action", "PotDifference", "PotLine", "Round", "thing_of"]
