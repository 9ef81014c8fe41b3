"""Long-term memory for AI agents: conversation goes in, the right few hundred tokens come out."""
