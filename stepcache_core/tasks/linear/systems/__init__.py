"""Several equations at once: the problem, what the steps of an answer say, verdicts on them, and working one out.

As for one equation: `statement_kinds` and their reading, `verify` by `judge`. An answer is put in one `spelling`, in
which `points` are values, too; `read` goes over it from `place` to place, with `operations` on equations, the `tags`
that name them, and the `phrases` that claim or state nothing. `known` is what has been derived so far, `actions` and
`quotients` what may be done to it, `aims` what its words are after and where they say it comes from. The request is
read in `stepcache_core.tasks.linear.chain`.
"""
