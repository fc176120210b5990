// Holds agent-skills.js to the component: node --test

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openSkills, SkillError } from "./agent-skills.js";

const skills = fileURLToPath(new URL("../examples/skills", import.meta.url));
const { catalog, tools } = openSkills({ "/skills": skills });

test("a refusal can be read", () => {
  const cases = [
    [
      () => catalog.getSkill("code-reviw"),
      "unknown-skill",
      "unknown-skill: code-reviw",
      "Did you mean code-review?",
    ],
    [
      () => catalog.readFile("code-review", "../x", 0n, 0),
      "invalid-path",
      "invalid-path: ../x: it has a `..` in it",
      undefined,
    ],
  ];
  for (const [call, code, message, hint] of cases) {
    assert.throws(call, (error) => {
      assert(error instanceof SkillError);
      assert.deepEqual([error.code, error.message, error.hint], [code, message, hint]);
      return true;
    });
  }
  assert.throws(() => tools.definitions("klingon"), /^SkillError: other: /);
});

test("what is no refusal stays what it is", () => {
  assert.throws(() => catalog.readFile("code-review", "x", Symbol("x"), 0), TypeError);
});
