"""The user's tables and files, read as columns."""
