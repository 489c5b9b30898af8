"""`python -m stepcache_core.cli`."""

from stepcache_core.cli import main

main()
