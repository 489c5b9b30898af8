"""Lists of questions: which of a cached answer's blocks stand when only some of the questions have changed.

Where no task verifies an answer, a block of it may still be reused when the question that it answers is the same, and
when nothing shows that the question, or the block, depends on another. Doubt counts as dependence.
"""

from stepcache_core.questions.splice import Splice
from stepcache_core.questions.standing import splice_of

__all__ = ["Splice", "splice_of"]
