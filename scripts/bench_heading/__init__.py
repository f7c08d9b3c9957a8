"""The parts of scripts/bench-heading: accuracy of our headings and of public filters."""
