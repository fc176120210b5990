// Prints what the component says about the example skills, as one JSON document:
// node examples.js SKILLS
//
// Every host prints the same document, byte for byte: ../expected/examples.json.

import { openSkills, SkillError } from "./agent-skills.js";

// Frontmatter keys that have a field of their own; the others are `extra`.
const FIELDS = new Set([
  "name",
  "description",
  "license",
  "compatibility",
  "allowed-tools",
  "metadata",
  "disable-model-invocation",
  "user-invocable",
]);

const [directory] = process.argv.slice(2);
const { catalog, tools } = openSkills({ "/skills": directory });

const document = {
  list: listing(),
  activate: plain(catalog.activateSkill("release-notes", "host")),
  read: [
    content("openshift-troubleshooting", "references/common-errors.md", 512),
    content("release-notes", "assets/breaking.png", 0),
  ],
  files: plain(catalog.listFiles("release-notes")),
  call: toolResult("activate_skill", { name: "incident-report" }),
  refused: refusal("code-reviw"),
};
console.log(JSON.stringify(sorted(document), null, 2));

function listing() {
  const listing = catalog.listSkills();
  return {
    ...plain(listing),
    skills: listing.skills.map(({ metadata, frontmatter, ...fields }) => ({
      ...plain(fields),
      metadata: Object.fromEntries(metadata),
      extra: Object.fromEntries(
        Object.entries(JSON.parse(frontmatter)).filter(([key]) => !FIELDS.has(key)),
      ),
    })),
  };
}

function content(name, path, length) {
  const { data, ...fields } = catalog.readFile(name, path, 0n, length);
  const text = data.tag === "text";
  return {
    ...plain(fields),
    encoding: text ? "utf-8" : "base64",
    content: text ? data.val : Buffer.from(data.val).toString("base64"),
  };
}

function toolResult(tool, args) {
  const result = tools.call(undefined, tool, JSON.stringify(args));
  return { ...plain(result), value: JSON.parse(result.value) };
}

function refusal(name) {
  try {
    catalog.getSkill(name);
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return { code: error.code, ...plain(error.detail) };
  }
  throw new Error(`there is a skill named ${name}`);
}

/** A record with snake_case names, `null` for what is absent, and numbers. */
function plain(value) {
  if (value === undefined) return null;
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object") return value;
  const name = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [name(key), plain(field)]),
  );
}

/** The same document with the keys of each object in order. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.keys(value).sort().map((key) => [key, sorted(value[key])]),
  );
}
