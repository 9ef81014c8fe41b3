"""English words that tell a time, as far as clauses are cut by them."""

from __future__ import annotations

from typing import Final

from retentive.rules.characters import listed

WEEKDAYS: Final = listed("monday tuesday wednesday thursday friday saturday sunday")
MONTHS: Final = listed(
    """january february march april may june july august september october november december"""
)
SHORT_MONTHS: Final = listed("jan feb mar apr jun jul aug sep sept oct nov dec")
CALENDAR: Final = (
    WEEKDAYS
    | MONTHS
    | SHORT_MONTHS
    | listed(
        """mon tue tues wed thu thur thurs fri sat sun week weeks weekend weekends month months year
    years day days spring summer autumn winter today yesterday tomorrow tonight morning afternoon
    evening night fortnight term christmas easter noon midday midnight lunchtime arvo tmrw tmr tomoz
    yday wknd wkend wk wks mth mths yr yrs weds xmas tonite nite"""
    )
)
IN_DATES: Final = listed(
    """on in at since until till til from as of by last next this the a an ago later earlier before
    after and to past early mid late end beginning start middle about around over during for every
    each one two three four five six seven eight nine ten eleven twelve several few couple first
    second third fourth fifth sixth seventh eighth ninth tenth twelfth fifteenth twentieth half
    other same coming following nxt lst"""
)
"""Words beside which those of the calendar tell a time."""
