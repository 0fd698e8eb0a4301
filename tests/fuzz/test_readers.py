"""Each reader gives a value or one sentence, whatever it is given."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.budget import budget
from tests.fuzz.inputs import KINDS, outcome

CASES = budget(40, 100_000 // len(KINDS) + 1)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kind", KINDS)
def test_an_input_is_a_value_or_one_sentence(kind: str) -> None:
    outcomes = Counter(outcome(kind, number) for number in range(CASES))
    assert set(outcomes) == {"value", "sentence"}
