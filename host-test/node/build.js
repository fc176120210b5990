// Makes JavaScript of the component: node build.js COMPONENT

import { fileURLToPath } from "node:url";
import { transpile, writeFiles } from "@bytecodealliance/jco-transpile";

const [component] = process.argv.slice(2);
const { files } = await transpile(component, {
  name: "agent-skills",
  outDir: fileURLToPath(new URL("component", import.meta.url)),
  // The program says what the component gets, and instantiates it when it likes.
  instantiation: "sync",
  // Errors with a stack, not bare objects.
  noComponentErrorWrapping: false,
});
await writeFiles(files);
