"""What the story of a word problem tells: its own words prove what an answer says in words of letters and numbers."""
