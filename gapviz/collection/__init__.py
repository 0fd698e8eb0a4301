"""Collections: reading judgements and runs, and what is known of them."""
