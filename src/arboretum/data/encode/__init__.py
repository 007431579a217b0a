"""Columns to encoded samples: those of training, and new ones."""
