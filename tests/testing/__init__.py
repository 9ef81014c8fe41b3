"""What is shipped for tests."""
