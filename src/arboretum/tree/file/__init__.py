"""Trees as files: written whole, read with nothing taken on trust."""
