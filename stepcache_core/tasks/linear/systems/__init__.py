"""Several equations at once: the problem, what the steps of an answer say, verdicts on them, and working one out."""
