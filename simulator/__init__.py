"""A casino that plays itself, through the doors that everybody uses (docs/simulator.md).

It imports nothing of the casino: what it knows of a table or a round it was told by the API.
"""
