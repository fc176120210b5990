"""Holds `agent_skills.py` to the component: python test_agent_skills.py COMPONENT SKILLS"""

import sys
from unittest import TestCase, main

from wasmtime.component import FuncType, Variant

from agent_skills import CATALOG, TOOLS, Sandbox, SkillError, Skills

COMPONENT, DIRECTORY = sys.argv[1:]
SANDBOX = Sandbox(COMPONENT)


class Test(TestCase):
    def setUp(self) -> None:
        self.skills = SANDBOX.skills({"/skills": DIRECTORY})

    def test_each_function_is_a_method(self) -> None:
        methods = {name for name in vars(Skills) if not name.startswith("_")}
        self.assertEqual(methods, functions(CATALOG) | functions(TOOLS))

    def test_a_refusal_can_be_read(self) -> None:
        with self.assertRaises(SkillError) as refused:
            self.skills.get_skill("code-reviw")
        self.assertEqual(str(refused.exception), "unknown-skill: code-reviw")
        self.assertEqual(refused.exception.code, "unknown-skill")
        self.assertEqual(refused.exception.hint, "Did you mean code-review?")
        self.assertEqual(refused.exception.detail["nearest"], ["code-review"])

        with self.assertRaises(SkillError) as refused:
            self.skills.read_file("code-review", "../x")
        self.assertEqual(str(refused.exception), "invalid-path: ../x: it has a `..` in it")
        self.assertIsNone(refused.exception.hint)

        with self.assertRaises(SkillError) as refused:
            self.skills.definitions("klingon")
        self.assertTrue(str(refused.exception).startswith("other: "))

    def test_skills_are_handed_over(self) -> None:
        base = Variant("url", "https://example.org/")
        self.skills.register_skill("mine", "Mine.", "Do it.", base=base, files={"a.txt": b"A"})
        self.assertEqual(self.skills.activate_skill("mine").body, "Do it.")
        self.assertEqual(self.skills.read_file("mine", "a.txt").data, "A")
        self.assertTrue(self.skills.unregister_skill("mine"))
        self.assertFalse(self.skills.unregister_skill("mine"))

    def test_a_conversation_is_carried_over(self) -> None:
        self.assertIn("code-review", self.skills.catalog_update("a"))
        self.assertIsNone(self.skills.catalog_update("a"))
        text = self.skills.call("activate_skill", '{"name": "code-review"}', "a").text
        self.assertTrue(self.skills.is_skill_content(text))
        self.skills.import_state("b", self.skills.export_state("a"))
        self.assertIn("code-review", self.skills.reattach("b", 100_000))
        self.assertTrue(self.skills.forget("a"))
        self.assertFalse(self.skills.forget("a"))
        self.assertEqual(self.skills.user_invocations("/code-review now"), ["code-review"])


def functions(interface: str) -> set[str]:
    """The functions of an interface, as Python names them; its types stand beside them."""
    engine = SANDBOX.engine
    exports = SANDBOX.component.type.exports(engine)[interface].ty.exports(engine)
    return {
        name.replace("-", "_")
        for name, export in exports.items()
        if isinstance(export.ty, FuncType)
    }


if __name__ == "__main__":
    main(argv=sys.argv[:1])
