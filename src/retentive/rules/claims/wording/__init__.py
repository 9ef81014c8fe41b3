"""What a text leaves out, put in: answers as statements, lists as sentences, marks as words."""
