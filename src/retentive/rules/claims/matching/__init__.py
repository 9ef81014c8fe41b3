"""The pattern language: rows of data files, compiled to elements, and where they fit a clause."""
