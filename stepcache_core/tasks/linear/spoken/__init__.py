"""Equations said in words ("five more than three times a number is twenty"): read, and their answers judged."""
