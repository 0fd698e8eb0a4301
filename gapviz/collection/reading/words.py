"""Ids as columns of 64-bit words, gathered as whole arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gapviz.arrays import BytesArray, IntArray, frozen

ByteArray = npt.NDArray[np.uint8]
WordArray = npt.NDArray[np.uint64]

LONGEST = 1000
"""Ids of more bytes are refused; every text is padded so that as many bytes can be read at any place."""

HEAD = 64
"""Bytes of every id that stand in columns. The rest of longer ids stands apart: few of them cost little."""

_KEPT = np.array([(1 << 8 * kept) - 1 for kept in range(9)], np.uint64)


@dataclass(frozen=True, eq=False)
class Words:
    """Ids, spread over columns.

    Attributes
    ----------
    columns : tuple of uint64 arrays, each of shape (n,)
        Column j holds bytes 8j..8j+7 of every id, the first byte lowest, zeros after the end of the id.
        As many as the longest id needs, up to the first `HEAD` bytes.
    long : int64 array, shape (k,)
        Rows of the ids of more than `HEAD` bytes, ascending.
    tails : bytes array, shape (k,)
        What follows the first `HEAD` bytes of these; a whole number of words wide.
    """

    columns: tuple[WordArray, ...]
    long: IntArray
    tails: BytesArray

    @classmethod
    def of(cls, ids: BytesArray) -> Words:
        """Return the ids of an array of bytes.

        Parameters
        ----------
        ids : bytes array, shape (n,)

        Returns
        -------
        Words
        """
        width = ids.dtype.itemsize
        data = np.frombuffer(ids.tobytes() + bytes(LONGEST), np.uint8)
        return gather(data, np.arange(ids.size) * width, np.strings.str_len(ids).astype(np.int64))

    def __post_init__(self) -> None:
        for array in (*self.columns, self.long, self.tails):
            frozen(array)

    def __len__(self) -> int:
        return self.columns[0].size

    def take(self, rows: IntArray) -> Words:
        """Return the ids of these rows, in this order.

        Parameters
        ----------
        rows : int64 array, shape (r,)

        Returns
        -------
        Words
        """
        places = self.tail_places(rows)
        long = np.flatnonzero(places >= 0)
        return Words(tuple(column[rows] for column in self.columns), long, self.tails[places[long]])

    def tail_places(self, rows: IntArray) -> IntArray:
        """Return the place of each row in `long`, or -1.

        Parameters
        ----------
        rows : int64 array, shape (r,)

        Returns
        -------
        int64 array, shape (r,)
        """
        if not self.long.size:
            return np.full(rows.size, -1)
        places = np.minimum(np.searchsorted(self.long, rows), self.long.size - 1)
        return np.where(self.long[places] == rows, places, -1)

    def tail_ranks(self) -> tuple[WordArray, ...]:
        """Return the place of each id's tail in the order of bytes, as a column; none without long ids.

        Of two ids with equal columns the one whose rank is lower comes first, and equal ranks are equal ids.

        Returns
        -------
        tuple of uint64 array, shape (n,)
            One column, or none.
        """
        if not self.long.size:
            return ()
        ranks = np.zeros(len(self), np.uint64)
        ranks[self.long] = np.unique(self.tails, return_inverse=True)[1] + 1
        return (ranks,)

    def array(self) -> BytesArray:
        """Return the ids as an array of bytes, all as wide as the longest.

        Returns
        -------
        bytes array, shape (n,)
        """
        heads: BytesArray = np.stack(self.columns, axis=1).astype("<u8").view(f"S{8 * len(self.columns)}")
        heads = heads.reshape(-1)
        if self.long.size:
            heads = heads.astype(f"S{HEAD + self.tails.itemsize}")
            heads[self.long] = np.strings.add(heads[self.long], self.tails)
        return heads.astype(f"S{max(1, int(np.strings.str_len(heads).max(initial=1)))}", copy=False)

    def texts(self) -> list[str]:
        """Return the ids of a text as strings; decoded all at once, since none holds a newline.

        Returns
        -------
        list of str, length n
        """
        return b"\n".join(self.array().tolist()).decode().split("\n")


def gather(data: ByteArray, starts: IntArray, lengths: IntArray) -> Words:
    """Read the ids at `starts`.

    Parameters
    ----------
    data : uint8 array
        A text, followed by at least `LONGEST` bytes of padding.
    starts, lengths : int64 arrays, shape (n,)
        Where each id begins, and its bytes.

    Returns
    -------
    Words

    Examples
    --------
    >>> text = np.frombuffer(b"abc" + bytes(LONGEST), np.uint8)
    >>> [hex(word) for word in gather(text, np.array([0, 1]), np.array([3, 1])).columns[0].tolist()]
    ['0x636261', '0x62']
    """
    longest = int(lengths.max(initial=1))
    shortest = int(lengths.min(initial=longest))
    width = -(-min(longest, HEAD) // 8)
    words = _items(data, 8 * width)[starts].view("<u8").reshape(-1, width)
    columns = []
    for j in range(width):
        kept = _KEPT[np.clip(np.arange(longest + 1) - 8 * j, 0, 8)]  # by length
        if shortest >= 8 * (j + 1):
            columns.append(np.ascontiguousarray(words[:, j], np.uint64))
        elif shortest == longest:
            columns.append(words[:, j] & kept[longest])
        else:
            columns.append(words[:, j] & kept[lengths])
    long = np.flatnonzero(lengths > HEAD) if longest > HEAD else np.empty(0, np.int64)
    return Words(tuple(columns), long, _tails(data, starts[long] + HEAD, lengths[long] - HEAD))


def _items(data: ByteArray, width: int) -> npt.NDArray[np.void]:
    """Return one overlapping item for each byte of the text: a single take then copies whole ids."""
    return np.ndarray((data.size - width + 1,), f"V{width}", buffer=data.data, strides=(1,))


def _tails(data: ByteArray, starts: IntArray, lengths: IntArray) -> BytesArray:
    width = 8 * -(-int(lengths.max(initial=1)) // 8)
    letters = _items(data, width)[starts].view(np.uint8).reshape(-1, width)
    letters[np.arange(width) >= lengths[:, None]] = 0
    tails: BytesArray = letters.view(f"S{width}").reshape(-1)
    return tails
