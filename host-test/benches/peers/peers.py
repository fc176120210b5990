"""How long the loaders written in Python take to find the skills in a directory.

    python peers.py DIRECTORY

Prints a line for each: name, skills, milliseconds (the shortest of three).
"""

import asyncio
import logging
import sys
import time
from pathlib import Path

from lovia.plugins.skills.source import DirectorySkillSource
from pydantic_ai_skills.packages import index_libraries
from skills_ref import read_properties

ROUNDS = 3


def lovia(directory: Path) -> int:
    return len(asyncio.run(DirectorySkillSource(directory).list_skills()))


def skills_ref(directory: Path) -> int:
    found = 0
    for skill in sorted(directory.iterdir()):
        try:
            read_properties(skill)
            found += 1
        except Exception:  # It refuses what it does not like, each time otherwise.
            pass
    return found


def pydantic_ai_skills(directory: Path) -> int:
    """Only finds the packages and their files; metadata it reads when it runs."""
    return len(index_libraries([directory]))


def main() -> None:
    logging.disable(logging.CRITICAL)
    directory = Path(sys.argv[1])
    for scan in (lovia, skills_ref, pydantic_ai_skills):
        shortest = float("inf")
        for _ in range(ROUNDS):
            start = time.perf_counter()
            found = scan(directory)
            shortest = min(shortest, time.perf_counter() - start)
        print(f"{scan.__name__.replace('_', '-')}\t{found}\t{shortest * 1e3:.2f}")


if __name__ == "__main__":
    main()
