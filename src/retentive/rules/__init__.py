"""Pure decisions: values in, a plan out.

A rule knows the model and the kernel; it reads no clock, store or language model, and holds
no vectors.
"""
