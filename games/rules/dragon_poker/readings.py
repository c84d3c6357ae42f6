"""How we read what the rules of this game leave open or get wrong."""

from casino.lib.law import Reading

G1 = Reading(
    "G1",
    "13:69F-42.5(b)",
    "The gold dragon is worth what serves its hand best, and nobody has to say what: trips before "
    "a pair before three different characters, each by the higher characters. The text lets it "
    "stand for anything and names no one who would choose, so the best choice is taken.",
)
G2 = Reading(
    "G2",
    "13:69F-42.11(c)",
    "The ante bonus wins only with a hand that beats the dealer's, and there by its table; a win "
    "too small for the table gives it back, as does a tie, and defeat or a fold takes it. No "
    "amount is prescribed: as it is half of one mandatory pair it equals the ante. Were it free, a "
    "player could keep it small and play with the odds in their favour.",
)
G3 = Reading(
    "G3",
    "13:69F-42.11(d)",
    "42.10(d)2 speaks of pandas for the three-card bonus, but no row pays them: the table counts, "
    "and begins at two tigers. Its twos are pairs, made with the gold dragon or without.",
)
G4 = Reading(
    "G4",
    "13:69F-42.11(f)",
    "The dragon bet sees dragons only, as they lie there: the gold one counts as one dragon, gold, "
    "and never as red or blue. So the order is three red or three blue, three with the gold, three "
    "mixed, any two, and last the gold by itself.",
)
G5 = Reading(
    "G5",
    "13:69F-42.10(c)1",
    "A fold ends ante and ante bonus alone: three-card bonus and dragon bet depend on nothing but "
    "the player's cards, which is why those stay on the table, and are settled for themselves.",
)
G6 = Reading(
    "G6",
    "13:69F-42.7(e)2",
    "Slips of the pen: a right hand has three cards where the text says two, the deck of 42.9(e) "
    "has 53 cards, not 52, and 47.12 is 42.12. Another game bears the same section numbers, so "
    "whoever cites one says which game is meant.",
)
READINGS = (G1, G2, G3, G4, G5, G6)
