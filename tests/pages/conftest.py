"""What all tests of pages share."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest
from streamlit.components.v2 import manifest_scanner


@pytest.fixture(scope="session", autouse=True)
def installed_components_are_found_once() -> Iterator[None]:
    """Let Streamlit read the installed packages once: for each app it takes longer than most pages do."""
    with pytest.MonkeyPatch.context() as patch:
        once = functools.cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", once)
        yield
