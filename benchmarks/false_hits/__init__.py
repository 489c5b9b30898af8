"""False hits: whose answer is served for a prompt that needs another one?

StepCache's rule for text that no task verifies (nothing that decides the answer has changed, and cosine at least
`Policy.min_similarity`) beside a plain cosine threshold, GPTCache and redisvl, on the same pairs with the same
embeddings (all-MiniLM-L6-v2), in one run.

Two public sets, read from the folder named by STEPCACHE_DATA (`tests/public_data.py`):

- `prompt_pairs_hard.jsonl`, the CheckList suite for Quora question pairs. Pairs that need different answers: those
  labelled 0, those of the test on asymmetric relations (its name says so, its label does not), and, from the lists,
  a prompt against itself with a name, a place or a number exchanged.
- `prompt_pairs_labelled.jsonl`, Quora question pairs. The labels are noisy, so precision is given with recall. Three
  quarters of them, chosen by a hash, were read while the rules of English were written; no pair of the other quarter
  was, though its score was seen along the way.

    python -m benchmarks.false_hits

writes its section of `benchmarks/RESULTS.md` and `benchmarks/results/false_hits.svg`. GPTCache is run where it is
installed (`pip install gptcache faiss-cpu`); else its rule is applied to the cosines, and the table says so.
"""
