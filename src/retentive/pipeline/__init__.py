"""The flow: load, ask a rule, hand the plan to commit.

Stages know rules, ports and prompts; they know no driver, and none calls another sideways.
"""
