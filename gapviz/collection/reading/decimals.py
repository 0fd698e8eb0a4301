"""Decimal numbers in a text -> doubles, each the exact value that Python's `float` gives."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from gapviz.arrays import BoolArray, FloatArray, IntArray
from gapviz.collection.reading.words import LONGEST, ByteArray, WordArray

_EACH = 0x0101010101010101
_HIGH = np.uint64(0x80 * _EACH)
_ONES = np.uint64(_EACH)
_ZEROS = np.uint64(ord("0") * _EACH)
_DOTS = np.uint64(ord(".") * _EACH)
_OVER_NINE = np.uint64(0x76 * _EACH)
_NONE, _ONE, _SEVEN, _EIGHT = (np.uint64(value) for value in (0, 1, 7, 8))
_POWERS = 10.0 ** np.arange(23)
_LONG_POWERS = np.cumprod([np.longdouble(1)] + [np.longdouble(10)] * 27)
_HUNDRED_MILLION = np.uint64(10**8)
_TOP = np.uint64(1844)
_EXACT = np.uint64(1 << 53)
_WIDEST = 24
_LOST = [
    [(1 << 8 * min(max(8 * (j + 1) - length, 0), 8)) - 1 for length in range(_WIDEST + 1)] for j in range(3)
]
_LAST = ~np.array(_LOST, np.uint64)
"""By column and length of a number: the bytes of the word that belong to the number, which are its last."""
_FILL = np.array(_LOST, np.uint64) & _ZEROS
"""The same for the zeros that stand before it."""
_NUMBER = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?inf(inity)?", re.IGNORECASE)


def decimals(data: ByteArray, starts: IntArray, ends: IntArray) -> FloatArray:
    """Read the numbers that stand at ``data[starts:ends]``.

    Parameters
    ----------
    data : uint8 array
        A text, followed by padding.
    starts, ends : int64 arrays, shape (n,)

    Returns
    -------
    float64 array, shape (n,)
        The nearest double of each number; NaN where the text is no decimal number (and for "nan").

    Notes
    -----
    Whole-array steps read sign, digits and one decimal point: with at most 2**53 in the digits and a
    power of ten up to 22 both are exact doubles, so that their quotient is the correctly rounded value
    (Clinger, "How to read floating point numbers accurately", 1990). The rows that don't fit are read
    by `float`, one by one; 17 to 19 digits, as programs print doubles, get a second chance in 80 bits.

    Examples
    --------
    >>> text = np.frombuffer(b"-1.25 1e-305 7 NA" + bytes(1000), np.uint8)
    >>> decimals(text, np.array([0, 6, 13, 15]), np.array([5, 12, 14, 17])).tolist()
    [-1.25, 1e-305, 7.0, nan]
    """
    if not starts.size:
        return np.empty(0)
    whole = _whole(data, starts, ends)
    if whole is not None:
        return whole
    negative = data[starts] == ord("-")
    signed = bool(negative.any())
    lengths = ends - starts - negative if signed else ends - starts
    mantissa, places, valid = _digits(data, ends, lengths)
    exact = valid & (mantissa <= _EXACT) & (places < _POWERS.size)
    values = mantissa / _POWERS[np.minimum(places, _POWERS.size - 1)]
    done = exact
    if not exact.all():
        longer = np.flatnonzero(valid & ~exact & (places < _LONG_POWERS.size))
        quotients, safe = _long_quotients(mantissa[longer], np.broadcast_to(places, ends.shape)[longer])
        values[longer] = quotients
        done[longer] = safe
    if signed:
        np.negative(values, out=values, where=negative)
    for row in np.flatnonzero(~done).tolist():
        values[row] = _number(data[starts[row] : ends[row]].tobytes())
    return values


def _whole(data: ByteArray, starts: IntArray, ends: IntArray) -> FloatArray | None:
    """Read numbers of one to eight digits and nothing else, such as ranks; None where one is another."""
    if not data[starts[0] : ends[0]].tobytes().isdigit():
        return None
    lengths = ends - starts
    if lengths.max() > 8 or lengths.min() < 1:
        return None
    words = _last_words(data, ends, 1)[:, 0] & _LAST[0][lengths]
    words |= _FILL[0][lengths]
    words ^= _ZEROS
    wrong = words + _OVER_NINE
    wrong |= words
    if np.bitwise_or.reduce(wrong) & _HIGH:
        return None
    return _eight_digits(words).astype(np.float64)


def _last_words(data: ByteArray, ends: IntArray, width: int) -> WordArray:
    """Return the `width` words before each place, shape (n, width)."""
    # Near the start of the text the index is negative and takes bytes from the padding.
    items: npt.NDArray[np.void] = np.ndarray(
        (data.size - 8 * width + 1,), f"V{8 * width}", buffer=data.data, strides=(1,)
    )
    return items[ends - 8 * width].view("<u8").reshape(-1, width)


def _digits(data: ByteArray, ends: IntArray, lengths: IntArray) -> tuple[WordArray, IntArray, BoolArray]:
    """Return the digits as one integer, the decimal places (one or all), and where both are right."""
    width = max(1, min(-(-int(lengths.max()) // 8), _WIDEST // 8))
    short = lengths if width < _WIDEST // 8 else np.minimum(lengths, _WIDEST)
    # A number is read from its end: the fill replaces all bytes before it.
    words = _last_words(data, ends, width)
    columns: list[WordArray] = []
    for j in range(width):  # column 0 holds the last eight characters
        column = words[:, width - 1 - j] & _LAST[j][short]
        column |= _FILL[j][short]
        columns.append(column)
    columns, places, points = _without_point(columns)
    wrong = np.zeros(ends.size, np.uint64)
    numbers = []
    for column in columns:
        digits = column ^ _ZEROS
        wrong |= digits
        wrong |= digits + _OVER_NINE
        numbers.append(_eight_digits(digits))
    mantissa = numbers[-1]
    if width == 3:
        wrong |= np.where(mantissa < _TOP, _NONE, _HIGH)  # the integer would not fit 64 bits
    for number in reversed(numbers[:-1]):
        mantissa *= _HUNDRED_MILLION
        mantissa += number
    wrong &= _HIGH
    valid = (wrong == _NONE) & (points < 2) & (lengths > points) & (lengths <= 8 * width)
    return mantissa, places, valid


def _without_point(columns: list[WordArray]) -> tuple[list[WordArray], IntArray, IntArray]:
    """Take out the decimal point: the characters before it move up by one byte.

    Returns
    -------
    columns : list of uint64 arrays
    places : int64 array
        Characters after the point; one for all where all have it at the same place.
    points : int64 array
        Points that were taken out, at most one of each column; others stay among the digits.
    """
    places = np.zeros(1, np.int64)
    points = np.zeros(1, np.int64)
    closed = []
    some = False
    for j, column in enumerate(columns):
        # The lowest byte that is a point gets its high bit set ("Bit Twiddling Hacks", haszero).
        differs = column ^ _DOTS
        flags = differs - _ONES
        flags &= ~differs
        flags &= _HIGH
        if (flags == flags[0]).all():
            flags = flags[:1]  # most files have as many decimals everywhere: what follows is then free
        here = flags != _NONE
        some = some or bool(here.any())
        if not some:
            closed.append(column)
            continue
        unit = np.negative(flags)
        unit &= flags
        unit >>= _SEVEN
        points = points + here
        below = unit - _ONE  # all bytes where there is no point, or it was further right
        places = places + np.where(here, 8 * j + 7 - (np.bitwise_count(below) >> 3).astype(np.int64), 0)
        shifted = column & below
        shifted <<= _EIGHT
        shifted |= columns[j + 1] >> np.uint64(56) if j + 1 < len(columns) else np.uint64(ord("0"))
        unit *= np.uint64(0xFF)
        unit |= below
        shifted |= column & ~unit
        closed.append(np.where(points > 0, shifted, column))
    return closed, places, points


def _long_quotients(mantissa: WordArray, places: IntArray) -> tuple[FloatArray, BoolArray]:
    """Divide integers of up to 64 bits by powers of ten, in 80-bit floats where the machine has them.

    The quotient is right to 64 bits. Rounding it again to 53 gives the nearest double except where
    its last 11 bits stand exactly at one half: those, and all on other machines, are not safe.
    """
    if np.finfo(np.longdouble).nmant != 63:
        return np.zeros(mantissa.size), np.zeros(mantissa.size, np.bool_)
    quotients = mantissa.astype(np.longdouble) / _LONG_POWERS[places]
    low = quotients.view(np.uint64)[::2] & np.uint64(0x7FF)
    return quotients.astype(np.float64), low != np.uint64(0x400)


def _eight_digits(digits: WordArray) -> WordArray:
    """Combine eight digits, the first in the lowest byte, into their number by three multiplications."""
    number = digits * np.uint64((10 << 8) + 1)
    number >>= _EIGHT
    number &= np.uint64(0x00FF00FF00FF00FF)
    number *= np.uint64((100 << 16) + 1)
    number >>= np.uint64(16)
    number &= np.uint64(0x0000FFFF0000FFFF)
    number *= np.uint64((10**4 << 32) + 1)
    number >>= np.uint64(32)
    return number


def _number(text: bytes) -> float:
    return float(text) if len(text) <= LONGEST and _NUMBER.fullmatch(text) else float("nan")
