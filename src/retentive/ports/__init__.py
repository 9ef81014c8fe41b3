"""What we need from the world, as Protocols.

Ports know the model and the kernel; they name no driver, not even for typing.
"""
