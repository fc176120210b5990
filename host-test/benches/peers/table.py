"""Lines of measurements to one table: the shortest time of each, and how many
times as long as ours in the sandbox it is."""

import sys

shortest: dict[str, tuple[float, str]] = {}
for line in sys.stdin:
    name, skills, milliseconds = line.rstrip("\n").split("\t")
    shortest[name] = min(
        (float(milliseconds), skills), shortest.get(name, (float("inf"), ""))
    )

ours, _ = shortest["ours"]
print(f"{'loader':<20}{'skills':>8}{'ms':>10}{'/ ours':>8}")
for name, (milliseconds, skills) in sorted(shortest.items(), key=lambda item: item[1]):
    print(f"{name:<20}{skills:>8}{milliseconds:>10.1f}{milliseconds / ours:>8.1f}")
