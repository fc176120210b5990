// Agent Skills for Node.js: the component, transpiled by build.js, over
// directories of your choice.
//
//     const { catalog, tools } = openSkills({ "/skills": "path/to/skills" });
//     for (const skill of catalog.listSkills().skills) console.log(skill.name);
//
// The functions are described in component/interfaces/*.d.ts. A refusal is thrown
// as an error whose `payload` is `{ tag, val }`: case and content as in the WIT.

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
  return instantiate(coreModule, {
    "wasi:filesystem/preopens": wasi["wasi:filesystem/preopens"],
    "wasi:filesystem/types": wasi["wasi:filesystem/types"],
  });
}

function coreModule(file) {
  if (!modules.has(file)) {
    const url = new URL(`component/${file}`, import.meta.url);
    modules.set(file, new WebAssembly.Module(readFileSync(url)));
  }
  return modules.get(file);
}
