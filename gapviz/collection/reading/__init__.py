"""From the bytes of a file, or the rows of a table, to judgements and ranked runs."""
