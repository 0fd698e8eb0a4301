"""The state of a session: its fields, its address, its memory with undo."""
