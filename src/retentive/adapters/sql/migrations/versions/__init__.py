"""One module a version, never changed once it was released."""
