"""What a reader says of StepCache's hits on pairs whose label says that they differ.

Nothing outside this benchmark knows of them; a pair is named by the hash of its two prompts.
"""

from __future__ import annotations

READINGS = {
    "0c04a3dae7": 'label error: "how do you" and "how can I" before a thing done on purpose ask for one and the same '
    "way",
}
"""By `Pair.key`."""
