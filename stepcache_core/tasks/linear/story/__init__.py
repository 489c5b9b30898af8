"""What the story of a word problem tells: its own words prove what an answer says in words of letters and numbers.

A problem carries a story only where its maker sets `SystemProblem.story` (or `LinearProblem.story`): no request does,
the benchmark of the verifiers does.
"""
