"""What a prompt asks for: which value, with which keys and rules, and what it tells of it."""
