from __future__ import annotations

import random

import numpy as np
import pytest

from gapviz.arrays import FloatArray
from gapviz.collection.reading.decimals import decimals


def read(texts: list[str]) -> FloatArray:
    content = b" ".join(text.encode() for text in texts)
    lengths = np.array([len(text.encode()) for text in texts], np.int64)
    starts = np.cumsum(lengths + 1) - lengths - 1
    return decimals(np.frombuffer(content + bytes(1000), np.uint8), starts, starts + lengths)


def same(texts: list[str]) -> None:
    # Witness: Python's float, which rounds correctly.
    np.testing.assert_array_equal(read(texts), [float(text) for text in texts])


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "5.",
        ".5",
        "+1",
        "-.5",
        "1e5",
        "1E+05",
        "1.5e-3",
        "-0.0",
        "inf",
        "-Infinity",
        "1e-305",
        "5e-324",
        "9007199254740993",
        "9007199254740992.5",
        "9007199254740993.0000000",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999999",
        "1.0000000000000000000001",
        "0.00012345678901234567",
        "1" * 24,
        "1" * 25,
        "1." + "0" * 22,
        "0." + "0" * 21 + "1",
        "0." + "0" * 30 + "1",
        "1" * 400,
        "1e999",
    ],
)
def test_is_the_nearest_double(text: str) -> None:
    same([text])
    same(["1.25", text, "12345.678"])
    same(["7", text, "12345678"])


@pytest.mark.parametrize(
    "text",
    [
        "nan",
        "NaN",
        ".",
        "-",
        "-.",
        "1.2.3",
        "1..",
        "123456789.123456.7",
        "1_0",
        "!5",
        "0x10",
        "--1",
        "-+1",
        "1-",
        "1e",
        "e5",
        "1,5",
        "NA",
        "null",
        "１",
        "1f",
        "12345678/1",
        "1/",
        "1:",
        "inf1",
        "1" * 30 + "x",
    ],
)
def test_refuses_what_is_no_decimal_number(text: str) -> None:
    assert np.isnan(read([text])).all()
    for other in ("0.5", "7"):
        assert np.isnan(read([other, text, "7"])).tolist() == [False, True, False]


def test_against_float_on_random_numbers() -> None:
    chance = random.Random(1)
    texts = []
    for _ in range(3000):
        digits = "".join(chance.choice("0123456789") for _ in range(chance.randrange(1, 26)))
        point = chance.randrange(len(digits) + 1)
        sign = chance.choice(["", "-"])
        texts.append(sign + (digits[:point] + "." + digits[point:] if chance.random() < 0.8 else digits))
    same(texts)
    for width in (1, 7, 8, 9, 15, 16, 17):
        same([f"{chance.uniform(-1e3, 1e3):.{width}g}" for _ in range(300)])
    same([repr(chance.gauss(0, 30)) for _ in range(3000)])


def test_of_nothing_is_nothing() -> None:
    assert read([]).size == 0
