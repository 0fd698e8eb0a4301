"""Names for the array types that gapviz passes around."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
CodeArray = npt.NDArray[np.int32]
GradeArray = npt.NDArray[np.int8]
BoolArray = npt.NDArray[np.bool_]
BytesArray = npt.NDArray[np.bytes_]


Array = TypeVar("Array", bound=npt.NDArray[Any])


def frozen(array: Array) -> Array:
    """Return `array` made read-only, so that caches and sessions can share it."""
    array.setflags(write=False)
    return array
