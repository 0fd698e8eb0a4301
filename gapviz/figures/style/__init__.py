"""What the figures share: theme, marks, labels, axes."""
