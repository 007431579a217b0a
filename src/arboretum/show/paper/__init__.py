"""Pictures for paper and screen, drawn by matplotlib."""
