"""Several equations at once: the problem, what the steps of an answer say, verdicts on them, and working one out.

As for one equation: `statement_kinds` and their reading (`read`), `verify` by `judge`; `known` is what has been derived
so far, `actions` and `quotients` what may be done to it, `aims` what its words are after; `points` are values,
too. The request is read in `stepcache_core.tasks.linear.chain`.
"""
