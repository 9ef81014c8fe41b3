"""Between local time and the world: gaps and folds, hemispheres, and how a zone writes dates."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from typing import Final

_SOUTH: Final = (
    "Australia/", "Antarctica/", "Pacific/Auckland", "Pacific/Chatham", "Pacific/Fiji",
    "Pacific/Tongatapu", "Pacific/Apia", "Pacific/Noumea", "NZ", "America/Argentina/",
    "America/Buenos_Aires", "America/Sao_Paulo", "America/Santiago", "America/Punta_Arenas",
    "America/Montevideo", "America/Asuncion", "America/La_Paz", "America/Lima",
    "America/Campo_Grande", "America/Cuiaba", "America/Bahia", "Atlantic/Stanley", "Chile/",
    "Brazil/", "Africa/Johannesburg", "Africa/Maputo", "Africa/Harare", "Africa/Gaborone",
    "Africa/Lusaka", "Africa/Windhoek", "Africa/Maseru", "Africa/Mbabane", "Africa/Luanda",
    "Indian/Antananarivo", "Indian/Mauritius", "Indian/Reunion", "Pacific/Easter",
)  # fmt: skip
_MONTH_FIRST: Final = (
    "US/", "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
    "America/Phoenix", "America/Anchorage", "America/Detroit", "America/Boise", "America/Indiana/",
    "America/Kentucky/", "America/North_Dakota/", "America/Juneau", "America/Menominee",
    "Pacific/Honolulu", "Pacific/Guam", "Asia/Manila", "America/Puerto_Rico",
)  # fmt: skip
_BOTH: Final = (
    "America/Toronto", "America/Vancouver", "America/Winnipeg", "America/Edmonton",
    "America/Halifax", "America/Regina", "America/St_Johns", "America/Montreal", "America/Moncton",
    "America/Calgary", "Canada/", "Etc/", "UTC", "GMT", "Universal", "Zulu",
)  # fmt: skip


_REGIONS: Final = {
    "canada": _BOTH[: _BOTH.index("Etc/")],
    "america": ("US/", "America/"),
    "britain": ("Europe/London", "Europe/Dublin", "Europe/Belfast", "GB"),
    "oceania": ("Australia/", "Pacific/Auckland", "NZ"),
}


def region(zone: tzinfo | None) -> str:
    """Return the region whose holidays a zone has, empty for most."""
    key = _key(zone)
    return next((name for name, keys in _REGIONS.items() if key.startswith(keys)), "")


def settle(local: datetime, zone: tzinfo) -> datetime:
    """Return the moment a local time names: the first of two, shifted ahead where there is none."""
    return local.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)


def is_south(zone: tzinfo) -> bool:
    """Tell whether the seasons of a zone are those of the southern hemisphere."""
    return _key(zone).startswith(_SOUTH)


def month_first(zone: tzinfo) -> bool | None:
    """Tell whether the zone's people write the month first; None where both are usual."""
    key = _key(zone)
    if not key or key.startswith(_BOTH):
        return None
    return key.startswith(_MONTH_FIRST)


def _key(zone: tzinfo | None) -> str:
    """Return the name of a zone of the tz database, empty for a mere offset."""
    key = getattr(zone, "key", "")
    return key if isinstance(key, str) else ""
