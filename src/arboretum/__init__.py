"""Decision trees people can read."""
