"""What runs in a browser and asks no server: scripts, styles, and the data that they compute with."""
