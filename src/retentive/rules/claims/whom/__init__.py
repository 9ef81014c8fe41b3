"""About whom a claim is: the words of its subject, ties told by the way, who writes for whom."""
