"""Names, numbers and tables as text: CSV and LaTeX."""
