"""Agent Skills for Python: the component in a sandbox, one method for each function.

    sandbox = Sandbox("agent-skills.wasm")
    skills = sandbox.skills({"/skills": "path/to/skills"})
    for skill in skills.list_skills().skills:
        print(skill.name, skill.description)

Records of the WIT are `Record` objects. A field whose name has a hyphen is read
with `getattr(record, "media-type")`; an absent optional value is `None`.
"""

from collections.abc import Mapping
from os import PathLike, fspath
from typing import Any, Literal

from wasmtime import Config, Engine, Store, WasiConfig
from wasmtime.component import Component, Linker, Record, Variant

CATALOG = "agent-skills:toolkit/catalog@0.1.0"
TOOLS = "agent-skills:toolkit/tools@0.1.0"

Invoker = Literal["host", "user", "model"]

MEMORY_BYTES = 64 << 20
"""What one library of skills may use."""

FUEL = 10_000_000_000
"""What one call may use: about one unit an instruction, so some ten seconds."""


class SkillError(Exception):
    """The component refused a call.

    `code` is the name of the case in the WIT, `detail` its content (a `str`, or a
    `dict` of its fields), and `hint` tells the names to use, where there are some.
    """

    def __init__(self, error: Variant) -> None:
        self.code: str = error.tag
        is_record = isinstance(error.payload, Record)
        self.detail: dict[str, Any] | str = vars(error.payload) if is_record else error.payload
        fields = self.detail if is_record else {"": self.detail}
        self.hint = hint(fields.get("nearest"), fields.get("available"))
        told = (field for field in fields.values() if field is not None)
        said = (str(field) for field in told if not isinstance(field, list))
        super().__init__(": ".join([self.code, *said]))


class Sandbox:
    """The compiled component. A program needs one; libraries made of it are cheap."""

    def __init__(self, component: str | PathLike[str]) -> None:
        config = Config()
        config.consume_fuel = True
        self.engine = Engine(config)
        self.component = Component.from_file(self.engine, component)
        self.linker = Linker(self.engine)
        self.linker.add_wasip2()

    def skills(self, mounts: Mapping[str, str | PathLike[str]]) -> "Skills":
        """A library over directories, each mounted read-only under the name before it."""
        return Skills(self, mounts)


class Skills:
    """One library of skills, with memory and options of its own.

    After a `wasmtime.WasmtimeError` (a trap, or an argument that does not fit the
    WIT) it is of no more use: make a new one.
    """

    def __init__(self, sandbox: Sandbox, mounts: Mapping[str, str | PathLike[str]]) -> None:
        wasi = WasiConfig()
        for name, directory in mounts.items():
            wasi.preopen_dir(fspath(directory), name, fs_mutable=False)
        self._sandbox = sandbox
        self._store = Store(sandbox.engine)
        self._store.set_wasi(wasi)
        self._store.set_limits(memory_size=MEMORY_BYTES)
        self._store.set_fuel(FUEL)
        self._instance = sandbox.linker.instantiate(self._store, sandbox.component)

    def configure(self, options: str) -> None:
        self._call(CATALOG, "configure", options)

    def list_skills(self) -> Record:
        return self._call(CATALOG, "list-skills")

    def refresh(self) -> Record:
        return self._call(CATALOG, "refresh")

    def explain(self, subject: str) -> list[Record]:
        return self._call(CATALOG, "explain", subject)

    def check_skills(self) -> list[Record]:
        return self._call(CATALOG, "check-skills")

    def register_skill(
        self,
        name: str,
        description: str,
        body: str,
        *,
        frontmatter: str | None = None,
        provider: str | None = None,
        rank: int | None = None,
        base: Variant | None = None,
        files: Mapping[str, bytes] | None = None,
    ) -> None:
        """`files` are by their paths; `base` is `Variant("directory", path)` or the like."""
        inline = [record(path=path, data=data) for path, data in (files or {}).items()]
        fields = {"frontmatter": frontmatter, "provider": provider, "rank": rank, "base": base}
        skill = record(name=name, description=description, body=body, files=inline, **fields)
        self._call(CATALOG, "register-skill", skill)

    def unregister_skill(self, name: str, provider: str | None = None) -> bool:
        return self._call(CATALOG, "unregister-skill", provider, name)

    def get_skill(self, name: str) -> Record:
        return self._call(CATALOG, "get-skill", name)

    def activate_skill(self, name: str, invoker: Invoker = "host") -> Record:
        return self._call(CATALOG, "activate-skill", name, invoker)

    def list_files(self, name: str) -> Record:
        return self._call(CATALOG, "list-files", name)

    def stat_file(self, name: str, path: str) -> Record:
        return self._call(CATALOG, "stat-file", name, path)

    def serve_skill(self, name: str) -> Record:
        return self._call(CATALOG, "serve-skill", name)

    def read_file(self, name: str, path: str, offset: int = 0, length: int = 0) -> Record:
        """`data` of what it returns is `str` for UTF-8 text and `bytes` for the rest."""
        return self._call(CATALOG, "read-file", name, path, offset, length)

    def lock_skills(self) -> str:
        return self._call(CATALOG, "lock-skills")

    def verify_skills(self, lock: str) -> list[Record]:
        return self._call(CATALOG, "verify-skills", lock)

    def allowed_tools(self, name: str, grant: list[str]) -> Record:
        return self._call(CATALOG, "allowed-tools", name, grant)

    def system_prompt(self, budget: int | None = None) -> Record:
        return self._call(TOOLS, "system-prompt", budget)

    def instructions(self) -> str:
        return self._call(TOOLS, "instructions")

    def catalog_text(self, budget: int | None = None) -> Record:
        return self._call(TOOLS, "catalog-text", budget)

    def catalog_update(self, conversation: str) -> str | None:
        return self._call(TOOLS, "catalog-update", conversation)

    def user_invocations(self, message: str) -> list[str]:
        return self._call(TOOLS, "user-invocations", message)

    def invoke_skill(
        self, name: str, invoker: Invoker = "user", conversation: str | None = None
    ) -> Record:
        return self._call(TOOLS, "invoke-skill", conversation, name, invoker)

    def is_skill_content(self, message: str) -> bool:
        return self._call(TOOLS, "is-skill-content", message)

    def reattach(self, conversation: str, budget: int) -> str:
        return self._call(TOOLS, "reattach", conversation, budget)

    def forget(self, conversation: str) -> bool:
        return self._call(TOOLS, "forget", conversation)

    def export_state(self, conversation: str) -> str:
        return self._call(TOOLS, "export-state", conversation)

    def import_state(self, conversation: str, state: str) -> None:
        self._call(TOOLS, "import-state", conversation, state)

    def definitions(self, shape: str) -> str:
        return self._call(TOOLS, "definitions", shape)

    def call(self, tool: str, arguments: str, conversation: str | None = None) -> Record:
        return self._call(TOOLS, "call", conversation, tool, arguments)

    def _call(self, interface: str, function: str, *arguments: Any) -> Any:
        component = self._sandbox.component
        index = component.get_export_index(function, component.get_export_index(interface))
        self._store.set_fuel(FUEL)
        result = self._instance.get_func(self._store, index)(self._store, *arguments)
        # Of a WIT `result` there comes the value or the error, unmarked; but only
        # an error is a variant.
        if isinstance(result, Variant):
            raise SkillError(result)
        return result


def hint(nearest: list[str] | None, available: list[str] | None) -> str | None:
    if nearest:
        return f"Did you mean {' or '.join(nearest)}?"
    return f"There are: {', '.join(available)}." if available else None


def record(**fields: Any) -> Record:
    """A record for the component."""
    made = Record()
    vars(made).update(fields)
    return made
