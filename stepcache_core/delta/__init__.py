"""What changed between two prompts, typed.

The delta is conservative: whatever is not known to be without influence on the answer counts as a change. A wrong
change costs a model call; a missed one would serve a wrong answer.
"""

from stepcache_core.delta.changes import Change, ChangeKind, Delta
from stepcache_core.delta.comparison import essence, prompt_delta
from stepcache_core.delta.courtesies import without_courtesies
from stepcache_core.delta.exactness import exact_only

__all__ = ["Change", "ChangeKind", "Delta", "essence", "exact_only", "prompt_delta", "without_courtesies"]
