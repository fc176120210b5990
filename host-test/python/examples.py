"""Prints what the component says about the example skills, as one JSON document.

    python examples.py COMPONENT SKILLS

Every host prints the same document, byte for byte: ../expected/examples.json.
"""

import json
import sys
from base64 import b64encode
from typing import Any

from wasmtime.component import Record

from agent_skills import Sandbox, SkillError, Skills

# Frontmatter keys that have a field of their own; the others are `extra`.
FIELDS = {
    "name",
    "description",
    "license",
    "compatibility",
    "allowed-tools",
    "metadata",
    "disable-model-invocation",
    "user-invocable",
}


def main(component: str, directory: str) -> None:
    skills = Sandbox(component).skills({"/skills": directory})
    document = {
        "list": listing(skills),
        "activate": plain(skills.activate_skill("release-notes")),
        "read": [
            content(skills, "openshift-troubleshooting", "references/common-errors.md", 512),
            content(skills, "release-notes", "assets/breaking.png", 0),
        ],
        "files": plain(skills.list_files("release-notes")),
        "call": tool_result(skills, "activate_skill", {"name": "incident-report"}),
        "refused": refusal(skills, "code-reviw"),
    }
    print(json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True))


def listing(skills: Skills) -> dict[str, Any]:
    document = plain(skills.list_skills())
    for skill in document["skills"]:
        skill["metadata"] = dict(skill["metadata"])
        frontmatter = json.loads(skill.pop("frontmatter"))
        skill["extra"] = {key: frontmatter[key] for key in frontmatter.keys() - FIELDS}
    return document


def content(skills: Skills, name: str, path: str, length: int) -> dict[str, Any]:
    document = plain(skills.read_file(name, path, length=length))
    data = document.pop("data")
    if isinstance(data, bytes):
        return document | {"encoding": "base64", "content": b64encode(data).decode()}
    return document | {"encoding": "utf-8", "content": data}


def tool_result(skills: Skills, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    document = plain(skills.call(tool, json.dumps(arguments)))
    return document | {"value": json.loads(document["value"])}


def refusal(skills: Skills, name: str) -> dict[str, Any]:
    try:
        skills.get_skill(name)
    except SkillError as error:
        return {"code": error.code, **error.detail}
    raise AssertionError(f"there is a skill named {name}")


def plain(value: Any) -> Any:
    """A record as a dictionary, with `_` for the `-` in its fields' names."""
    if isinstance(value, Record):
        return {name.replace("-", "_"): plain(field) for name, field in vars(value).items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


if __name__ == "__main__":
    main(*sys.argv[1:])
