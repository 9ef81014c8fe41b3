"""What is accepted survives crashes, crowds and broken disks: proved with real processes."""
