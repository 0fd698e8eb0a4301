"""Mutated addresses: the n-th of them, from links that pages make themselves."""

from __future__ import annotations

import random
from urllib.parse import parse_qs, unquote_to_bytes

from gapviz.pages.session.state import FIELDS
from tests.fuzz.mutation import mutated

Query = dict[str, list[str]]

VALUES = {
    "in": ["TREC 10", "TREC 21", "server/x", "upload/" + "0" * 64], "grades": ["2:1", "consecutive", "x:1"],
    "g": ["0.2,0.8", "1/2,1/2", "0.1,0.2,0.7", "nan,1"], "pin": ["0.5,0.5"], "lock": ["0", "1,2"],
    "depth": ["100", "1e3"], "m": ["AP", "nDCG@10", "RBP(p=0.8)", "GAP(g=0.5,0.5)", "ERR@0"],
    "run": ["teamP.2", "teamC.1", "nobody"], "topic": ["501", "1"], "set": ["all", "of", "few"],
    "ab": ["teamP.2", "teamC.1"], "slice": ["0,1"], "alpha": ["1,1", "0,1"], "list": ["2:2,0,1", "1,0"],
    "list2": ["2:1,1"], "with": ["AP", "P@5", "avgnDCG(b=2)@1000"], "at": ["n=5", "seed=1"],
    "cell": ["AP", "GAP"], "robustness": ["seed=1"], "significance": ["seed=1"],
}  # fmt: skip
"""Values of parameters, good and bad; those of fields of a few values are added."""


def address(number: int) -> Query:
    """Return the parameters of the n-th address, as a browser would send them."""
    chance = random.Random(f"address {number}")
    parts = []
    fields = list(FIELDS.values())
    for _ in range(chance.randint(1, 6)):
        field = chance.choice(fields)
        values = [*VALUES.get(field.parameter, []), *field.choices, "", "0", "x"]
        parts += [f"{field.parameter}={value}" for value in chance.sample(values, chance.choice((1, 1, 2)))]
    text = "&".join(parts).encode()
    if chance.random() < 0.7:
        text = mutated(text, chance)
    decoded = unquote_to_bytes(text).decode(errors="replace")
    return parse_qs(decoded, keep_blank_values=True, max_num_fields=None)
