"""Rules of dice games that are played on a real table."""
