"""Whatever comes in: files, addresses and uploads that are mutated at random, from a seed.

The outcome is a value or one sentence. A few cases belong to the test command, many to ``--thorough``;
``python -m tests.fuzz.count`` counts the outcomes of any number, on all processors.
"""
