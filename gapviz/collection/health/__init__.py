"""What there is to know about the files of a collection before one trusts a score."""
