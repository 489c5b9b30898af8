"""What a prompt asks for: which value, with which keys and rules, and what it tells of it.

`request` is the way in, and asks the others in turn:

- Said as a person would: `template` (with `data` and `fields`), `frameworks`, `letters`, `bodies`, `lines`, `asking`;
  what is left of a prompt without `roles` and `manners`; what stood `before` it.
- Is it JSON, and nothing more: `intent`.
- Which keys: `keys`, `key_lists`; or a shape that is shown: `shapes`, `examples`, `skeletons`.
- Which rules: `constraints`, by the `phrases`, with `notes` beside a key; `unread` for what sounds like a rule and is
  not understood.
- What it tells of the values: `facts`, `listing`, `given`, `ends`; `telling` and `subjects` say what else it is about.
- Shared by all: `patterns`, `number_words`, `orders`.
"""
