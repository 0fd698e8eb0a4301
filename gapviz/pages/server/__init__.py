"""What the server holds for all sessions, and lets go."""
