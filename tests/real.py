"""Profiles of the shared collections, each counted once in a test process."""

from __future__ import annotations

import functools

import gapviz
from gapviz.profile import Profile
from tests.shared import collections_folder

PLACES = {
    "trec-covid-round1": "qrels.txt",
    "clef-ehealth-2013": "qrels.clef2013ehealth.1-50-test.graded.final.20062013.txt",
}


def real_profile(name: str) -> Profile:
    """Return the profile of a shared collection, or skip the test where it is absent."""
    return _profile(str(collections_folder() / name), PLACES[name])


@functools.cache
def _profile(folder: str, qrels: str) -> Profile:
    return gapviz.profile(gapviz.load(f"{folder}/{qrels}", f"{folder}/runs"))
