"""Linear equations: one, several at once, and chains that lead to them; solved, verified, replayed.

Where to look, in the order in which a request goes:

- Mathematics in text: `lexer` (characters to tokens), `algebra` and `polynomial` (tokens to exact forms), `reading`
  (a text as words, stops and runs of mathematics), `cursor` (a place in one), `expansion`, `compare`, `notation`.
- The request: `recognise` (one equation), `chain` (several, and definitions), `spoken/` (equations in words), `framed`
  (inside words that are not understood, but for those of other `languages`); the words around them in `asking`,
  `manner`, `wording`; `answer_form`.
- What an answer states: `steps` cuts it; `statement_kinds` has the kinds, `statements` reads them, with `operations`,
  `descriptions`, `reciprocals`, `value_words`, `claims`, `form_statements` and the words of `vocabulary`; `marks` and
  `courtesies` are what states nothing.
- The verdict: `verify`, by `judge` into `findings`, from `facts`, with `arithmetic`, `groups`, `values`, `own_letters`
  and `form_judge`. `systems/` has the same for several equations, `story/` proves what is said in the words of a word
  problem.
- Another answer made of one: `replay`, by `roles`, `derivation`, `rewriting`, where `likeness` allows; `worked` writes
  one anew, `solve` gives the bare result.
"""

from stepcache_core.tasks.linear.framed import FramedEquationTask, FramedProblem
from stepcache_core.tasks.linear.recognise import LinearProblem
from stepcache_core.tasks.linear.spoken.recognise import SpokenProblem
from stepcache_core.tasks.linear.systems.problem import SystemProblem
from stepcache_core.tasks.linear.task import LinearEquationTask

__all__ = [
    "FramedEquationTask",
    "FramedProblem",
    "LinearEquationTask",
    "LinearProblem",
    "SpokenProblem",
    "SystemProblem",
]
