"""Arrival traces of real services, replayed in virtual time against a simulated model, with StepCache and without."""
