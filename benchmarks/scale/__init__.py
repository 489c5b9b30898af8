"""How lookups, memory, disk and opening grow with the number of records."""
