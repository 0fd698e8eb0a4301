"""Random small collections have the values of trec_eval, read from files with ties and odd names."""

from __future__ import annotations

import pytest

from tests.budget import budget
from tests.fuzz.collections import difference

pytest.importorskip("pytrec_eval", reason="pytrec_eval-terrier is the witness")


def test_random_collections_have_the_values_of_trec_eval() -> None:
    assert max(difference(number) for number in range(budget(40, 10_000))) <= 1e-12
