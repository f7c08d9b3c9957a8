"""The parts of scripts/bench-heading: what our headings are worth beside the public filters'."""
