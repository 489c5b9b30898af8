"""Step-level reuse of LLM answers: every cached step is verified against the new request before it is served."""

from stepcache_core.delta import Change, ChangeKind, Delta, prompt_delta
from stepcache_core.errors import (
    EmbedderMismatchError,
    FolderInUseError,
    InvalidArgumentError,
    MissingExtraError,
    StepCacheError,
    UnfitFileError,
    WeightsUnavailableError,
)
from stepcache_core.facade import StepCacheEngine
from stepcache_core.ledger import Stats
from stepcache_core.model import (
    Answer,
    Generation,
    Message,
    Outcome,
    Record,
    Request,
    Reuse,
    Source,
    Status,
    Step,
    Usage,
    Verdict,
)
from stepcache_core.plan import Plan
from stepcache_core.policy import Policy
from stepcache_core.segmentation import segment

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Change",
    "ChangeKind",
    "Delta",
    "EmbedderMismatchError",
    "FolderInUseError",
    "Generation",
    "InvalidArgumentError",
    "Message",
    "MissingExtraError",
    "Outcome",
    "Plan",
    "Policy",
    "Record",
    "Request",
    "Reuse",
    "Source",
    "Stats",
    "Status",
    "Step",
    "StepCacheEngine",
    "StepCacheError",
    "UnfitFileError",
    "Usage",
    "Verdict",
    "WeightsUnavailableError",
    "__version__",
    "prompt_delta",
    "segment",
]
