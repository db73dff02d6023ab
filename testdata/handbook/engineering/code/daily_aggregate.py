#!/usr/bin/env python3
"""Turn one day of minute readings into a daily summary.

This is the readable twin of what almanac does in the database. We use it to
check almanac after a change, and to answer customers who compute the mean wind
direction by adding up degrees.

    daily_aggregate.py readings.csv > day.json

Columns: time (ISO 8601, UTC), temperature, rain_tips, wind_speed, wind_from
"""

import csv
import json
import math
import sys
from dataclasses import dataclass

MINUTES_PER_DAY = 1440
COMPLETE_FROM = 1300  # fewer minutes than this make the day "partial"
MM_PER_TIP = 0.2
CALM_BELOW = 0.3  # m/s; slower wind has no usable direction


@dataclass(frozen=True)
class Minute:
    time: str
    temperature: float
    rain_tips: int
    wind_speed: float
    wind_from: float  # degrees, 0 is north, clockwise


def read_minutes(lines):
    """Yield the minutes of a CSV file; rows with an empty cell are skipped."""
    for row in csv.DictReader(lines):
        if any(value in ("", None) for value in row.values()):
            continue
        yield Minute(
            time=row["time"],
            temperature=float(row["temperature"]),
            rain_tips=int(row["rain_tips"]),
            wind_speed=float(row["wind_speed"]),
            wind_from=float(row["wind_from"]),
        )


def mean_wind_direction(minutes):
    """Return the direction of the mean wind vector, or None if it is calm.

    Directions cannot be averaged as numbers: 350 and 10 degrees are both
    northerly, their arithmetic mean points south.
    """
    east = north = 0.0
    for minute in minutes:
        if minute.wind_speed < CALM_BELOW:
            continue
        angle = math.radians(minute.wind_from)
        east += minute.wind_speed * math.sin(angle)
        north += minute.wind_speed * math.cos(angle)
    if math.hypot(east, north) < 1e-9:
        return None
    return round(math.degrees(math.atan2(east, north))) % 360


def growing_degrees(low, high, base=10.0):
    """Return the growing degree days of one day, the sum growers ask for."""
    return max(0.0, (low + high) / 2 - base)


def summarise(minutes):
    """Return the daily summary as a dictionary ready for JSON."""
    minutes = list(minutes)
    if not minutes:
        return {"state": "empty", "minutes": 0}
    temperatures = [m.temperature for m in minutes]
    low, high = min(temperatures), max(temperatures)
    return {
        "state": "complete" if len(minutes) >= COMPLETE_FROM else "partial",
        "minutes": len(minutes),
        "coverage": round(len(minutes) / MINUTES_PER_DAY, 3),
        "temperature": {
            "min": low,
            "max": high,
            "mean": round(math.fsum(temperatures) / len(minutes), 2),
        },
        "frost": low < 0,
        "growing_degrees": round(growing_degrees(low, high), 1),
        "rain_mm": round(sum(m.rain_tips for m in minutes) * MM_PER_TIP, 1),
        "wind": {
            "mean": round(math.fsum(m.wind_speed for m in minutes) / len(minutes), 1),
            "from": mean_wind_direction(minutes),
        },
    }


def main(arguments):
    if len(arguments) != 2:
        print(f"usage: {arguments[0]} readings.csv", file=sys.stderr)
        return 2
    with open(arguments[1], newline="", encoding="utf-8") as lines:
        json.dump(summarise(read_minutes(lines)), sys.stdout, indent=2)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
