"""What a broken text can mean: readings that keep every word of it, of which exactly one must remain.

Each way of reading changes syntax alone. Where two of them give different values, the one that fits the request is
meant; where none or several fit, nobody can tell, and the text stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from stepcache_core.tasks.json_value.syntax.brackets import balanced, completed, is_whole_but_for_a_brace
from stepcache_core.tasks.json_value.syntax.quotes import escaped, undoubled, with_a_quote
from stepcache_core.tasks.json_value.syntax.repair import MAX_REPAIR_CHARS, repaired
from stepcache_core.tasks.json_value.syntax.text import JsonFaultError, canonical, loads, skip_space, value_at
from stepcache_core.tasks.json_value.syntax.throughout import written_plainly


def the_reading(body: str, fits: Callable[[str], bool], *, lists_members: bool = False) -> str | None:
    """The one strict text that a broken one can mean; None where that is not provable.

    Args:
        body: From the first bracket on.
        fits: Whether a strict text is what the request asks for.
        lists_members: Whether `fits` knows which members an object must have; if not, a text that breaks off is left
            alone, as it may have lost some.
    """
    if len(body) > MAX_REPAIR_CHARS:
        return None
    closed = completed(body)
    at_end = None if closed is None else next(_strict([closed]), None)
    if at_end is not None and not lists_members:
        return None
    plain = repaired(body) if closed is None else None
    if plain is not None:
        return plain
    readings = [*_readings(body), *([at_end] if at_end and is_whole_but_for_a_brace(body, closed or "") else [])]
    by_value = {canonical(loads(text)): text for text in _strict(readings)}
    if len(by_value) > 1:
        by_value = {value: text for value, text in by_value.items() if fits(text)}
    return next(iter(by_value.values())) if len(by_value) == 1 else None


def _readings(body: str) -> Iterator[str]:
    yield from balanced(body)
    yield from written_plainly(body)
    for reading in (escaped(body), with_a_quote(body), undoubled(body), _as_array(body)):
        if reading is not None:
            yield reading


def _strict(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        try:
            loads(text)
        except JsonFaultError:
            mended = repaired(text.strip())
            if mended is not None:
                yield mended
        else:
            yield text


_COMMA = re.compile(r",\s*+(?=[{\[])")


def _as_array(body: str) -> str | None:
    """Objects or arrays with commas between them, as the array whose brackets were left out."""
    at, count = skip_space(body, 0), 0
    while True:
        try:
            _, end = value_at(body, at)
        except ValueError:
            return None
        count += 1
        comma = _COMMA.match(body, skip_space(body, end))
        if comma is None:
            break
        at = comma.end()
    return f"[{body}]" if count > 1 and not body[end:].strip() else None
