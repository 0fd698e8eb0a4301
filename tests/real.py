"""The shared collections, each read and counted once in a test process."""

from __future__ import annotations

import functools
from typing import Any

import gapviz
from gapviz.collection.model import Collection
from gapviz.profile import Profile
from tests.shared import collections_folder

PLACES = {
    "trec-covid-round1": "qrels.txt",
    "clef-ehealth-2013": "qrels.clef2013ehealth.1-50-test.graded.final.20062013.txt",
}


def real_profile(name: str, **options: Any) -> Profile:
    """Return the profile of a shared collection, or skip the test where it is absent."""
    return _profile(str(collections_folder() / name), PLACES[name], **options)


def real_collection(name: str, **options: Any) -> Collection:
    """Return a shared collection, or skip the test where it is absent; for the options see `gapviz.load`."""
    return _collection(str(collections_folder() / name), PLACES[name], **options)


@functools.cache
def _profile(folder: str, qrels: str, **options: Any) -> Profile:
    return gapviz.profile(_collection(folder, qrels, **options))


@functools.cache
def _collection(folder: str, qrels: str, **options: Any) -> Collection:
    return gapviz.load(f"{folder}/{qrels}", f"{folder}/runs", **options)
