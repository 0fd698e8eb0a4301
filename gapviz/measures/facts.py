"""The numbers in a formula for one document of one ranked list, to show its arithmetic."""

from __future__ import annotations

from dataclasses import dataclass

from gapviz.profile import Profile


@dataclass(frozen=True)
class Facts:
    """One retrieved relevant document, among those above it and the pool of its topic.

    Attributes
    ----------
    n : int
        Its rank.
    r : int
        Its grade, 1..c.
    c : int
        Highest grade of the collection.
    ranks, grades : tuple of int
        Of the retrieved relevant documents down to it, itself the last.
    counts : tuple of int
        R[k], judged documents of grade k = 0..c.
    judged_above, unjudged_above : int
        Judged documents above it; documents pooled without a judgement above it.
    position : int
        Position of the topic in its search session.
    """

    n: int
    r: int
    c: int
    ranks: tuple[int, ...]
    grades: tuple[int, ...]
    counts: tuple[int, ...]
    judged_above: int
    unjudged_above: int
    position: int = 1

    @classmethod
    def of(cls, profile: Profile, place: int) -> Facts:
        """Return the facts of the document at `place` of `Profile.ranks`.

        Parameters
        ----------
        profile : Profile
        place : int
            From 0 to H - 1.

        Returns
        -------
        Facts
        """
        segment = int(profile.segments[place])
        topic = segment % len(profile.topics)
        listed = slice(int(profile.starts[segment]), place + 1)
        return cls(
            n=int(profile.ranks[place]),
            r=int(profile.grades[place]),
            c=profile.c,
            ranks=tuple(profile.ranks[listed].tolist()),
            grades=tuple(profile.grades[listed].tolist()),
            counts=tuple(profile.pool.counts[topic].tolist()),
            judged_above=int(profile.judged_above[place]),
            unjudged_above=int(profile.unjudged_above[place]),
            position=int(profile.pool.sessions.positions[topic]),
        )

    def place(self, *, condensed: bool) -> int:
        """Rank in the list that is scored: the condensed one, of judged documents only, or the whole one.

        Parameters
        ----------
        condensed : bool

        Returns
        -------
        int
            From 1.
        """
        return self.judged_above + 1 if condensed else self.n

    @property
    def cg(self) -> int:
        """Sum of the grades down to it."""
        return sum(self.grades)

    def RB(self, h: int) -> int:  # noqa: N802  (the papers' name)
        """Judged documents of grade h or more.

        Parameters
        ----------
        h : int

        Returns
        -------
        int
        """
        return sum(self.counts[h:])

    def count(self, h: int = 1) -> int:
        """Documents of grade h or more, down to it.

        Parameters
        ----------
        h : int

        Returns
        -------
        int
        """
        return sum(grade >= h for grade in self.grades)

    def nonrelevant_above(self, h: int) -> int:
        """Judged documents below grade h above it, itself of grade h or more.

        Parameters
        ----------
        h : int

        Returns
        -------
        int
        """
        return self.judged_above - (self.count(h) - 1)

    def ideal(self, n: int | None = None) -> list[int]:
        """Grades of the ideal list, the first n.

        Parameters
        ----------
        n : int, optional
            Cut-off.

        Returns
        -------
        list of int
        """
        listed = [k for k in range(self.c, 0, -1) for _ in range(self.counts[k])]
        return listed[:n]


def shown(value: float) -> str:
    """Write a number for an arithmetic: six significant digits, without an exponent where possible.

    Parameters
    ----------
    value : float

    Returns
    -------
    str

    Examples
    --------
    >>> shown(2 / 3), shown(0.25)
    ('0.666667', '0.25')
    """
    return f"{value:.6g}"


def product(*factors: object) -> str:
    """Write a product.

    Parameters
    ----------
    *factors : object
        Texts or numbers.

    Returns
    -------
    str

    Examples
    --------
    >>> product("1/3", 2)
    '1/3 · 2'
    """
    return " · ".join(str(factor) for factor in factors)
