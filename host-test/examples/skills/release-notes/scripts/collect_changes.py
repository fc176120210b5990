#!/usr/bin/env python3
"""Prints the commits between two points of a git history as JSON.

Usage: collect_changes.py [FROM [TO]]

FROM is the last tag before TO unless given, or the beginning when there is no
tag; TO is HEAD unless given. Only reads.
"""

import json
import re
import subprocess
import sys

# `kind(scope)!: subject`, as in Conventional Commits.
SUBJECT = re.compile(
    r"^(?P<kind>[a-z]+)(?:\((?P<scope>[^()]*)\))?(?P<mark>!)?: +(?P<subject>.+)$"
)
BREAKING_FOOTER = re.compile(r"^BREAKING[ -]CHANGE: ", re.MULTILINE)


class Failed(Exception):
    """What the user is told."""


def git(*arguments):
    """The output of one git command."""
    try:
        done = subprocess.run(
            ["git", *arguments], capture_output=True, encoding="utf-8", errors="replace"
        )
    except FileNotFoundError:
        raise Failed("git is not installed") from None
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        raise Failed(lines[0] if lines else f"git {arguments[0]} failed")
    return done.stdout


def commit(name):
    """The hash of a commit; a name that begins with a hyphen is no option."""
    try:
        return git(
            "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"
        ).strip()
    except Failed:
        raise Failed(f"`{name}` is not a commit or tag of this repository") from None


def last_tag(end):
    """The newest tag before a commit, or none."""
    try:
        return git("describe", "--tags", "--abbrev=0", f"{end}^").strip()
    except Failed:
        return None


def parse(entry):
    """One commit as a dictionary."""
    identifier, subject, body = entry.split("\x1f", 2)
    match = SUBJECT.match(subject)
    breaking = bool(BREAKING_FOOTER.search(body))
    if match is None:
        return {
            "hash": identifier,
            "kind": None,
            "scope": None,
            "breaking": breaking,
            "subject": subject,
        }
    return {
        "hash": identifier,
        "kind": match["kind"],
        "scope": match["scope"],
        "breaking": breaking or match["mark"] is not None,
        "subject": match["subject"],
    }


def collect(start, end):
    """All commits after `start` up to `end`, newest first."""
    git("rev-parse", "--git-dir")
    end_hash = commit(end)
    start = start or last_tag(end_hash)
    span = f"{commit(start)}..{end_hash}" if start else end_hash
    log = git("log", "--no-merges", "-z", "--format=%h%x1f%s%x1f%b", span)
    changes = [parse(entry) for entry in log.split("\0") if entry]
    return {"from": start, "to": end, "changes": changes}


def main(arguments):
    if len(arguments) > 2 or any(word.startswith("-") for word in arguments):
        print("usage: collect_changes.py [FROM [TO]]", file=sys.stderr)
        return 2
    start = arguments[0] if arguments else None
    end = arguments[1] if len(arguments) > 1 else "HEAD"
    try:
        print(json.dumps(collect(start, end), indent=2, ensure_ascii=False))
    except Failed as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
