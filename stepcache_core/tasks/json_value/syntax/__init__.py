"""JSON as text: strict, broken, and put right where that is provable."""
