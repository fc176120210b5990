// Agent Skills for Node.js: the component, transpiled by build.js, over
// directories of your choice.
//
//     const { catalog, tools } = openSkills({ "/skills": "path/to/skills" });
//     for (const skill of catalog.listSkills().skills) console.log(skill.name);
//
// The functions are described in component/interfaces/*.d.ts. A refusal is thrown
// as a `SkillError`.

import { readFileSync } from "node:fs";
import { WASIShim } from "@bytecodealliance/preview2-shim/instantiation";
import { instantiate } from "./component/agent-skills.js";

/** Compiled parts of the component, shared by all instances. */
const modules = new Map();

/**
 * A library of skills with memory and options of its own.
 *
 * @param {Record<string, string>} mounts directories by the names that the
 *   component sees them under, in order of precedence
 */
export function openSkills(mounts) {
  const wasi = new WASIShim({ sandbox: { preopens: mounts } }).getImportObject();
  // All that it imports. The functions that write are not among its imports,
  // so it cannot call them.
  const { catalog, tools } = instantiate(coreModule, {
    "wasi:filesystem/preopens": wasi["wasi:filesystem/preopens"],
    "wasi:filesystem/types": wasi["wasi:filesystem/types"],
  });
  return { catalog: refusing(catalog), tools: refusing(tools) };
}

/** The component refused a call. */
export class SkillError extends Error {
  /** @param {{ tag: string, val: unknown }} payload case and content as in the WIT */
  constructor({ tag, val }) {
    const fields = typeof val === "object" ? val : { val };
    const said = Object.values(fields).filter((field) => field != null && !Array.isArray(field));
    super([tag, ...said].join(": "));
    this.name = "SkillError";
    /** The name of the case. */
    this.code = tag;
    /** Its content: a string, or an object of its fields. */
    this.detail = val;
    /** The names to use, where there are some. */
    this.hint = hint(fields);
  }
}

function hint({ nearest = [], available = [] }) {
  if (nearest.length > 0) return `Did you mean ${nearest.join(" or ")}?`;
  return available.length > 0 ? `There are: ${available.join(", ")}.` : undefined;
}

/** The functions of an interface, with refusals that can be read. */
function refusing(functions) {
  const wrap = (call) => (...args) => {
    try {
      return call(...args);
    } catch (error) {
      // What is not a refusal is a fault and has no payload.
      throw error.payload === undefined ? error : new SkillError(error.payload);
    }
  };
  return Object.fromEntries(
    Object.entries(functions).map(([name, call]) => [name, wrap(call)]),
  );
}

function coreModule(file) {
  if (!modules.has(file)) {
    const url = new URL(`component/${file}`, import.meta.url);
    modules.set(file, new WebAssembly.Module(readFileSync(url)));
  }
  return modules.get(file);
}
