"""The questions put to a language model, one versioned file each, with the schema of its answer.

Prompts know the model and the kernel; they know no provider and no stage.
"""
