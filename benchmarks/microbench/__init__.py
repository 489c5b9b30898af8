"""The micro-benchmark of arXiv 2603.28795 and beyond it: what StepCache saves, and whether its answers are right."""
