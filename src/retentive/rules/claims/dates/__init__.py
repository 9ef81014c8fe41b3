"""When a claim holds or happened: time phrases in its clause, beside it, and told by an age."""
