"""What scripts/conformance is made of."""
