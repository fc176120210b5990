// The TypeScript SDK as client: lists the skills of a server, and reads and
// verifies each of their files, in each of the ways to begin.
//
//     node typescript.js URL
//     node typescript.js COMMAND ARGUMENT...

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const [target, ...parameters] = process.argv.slice(2);

const transport = () =>
  target.startsWith("http")
    ? new StreamableHTTPClientTransport(new URL(target))
    : new StdioClientTransport({ command: target, args: parameters });

for (const mode of ["legacy", "auto", { pin: "2026-07-28" }]) {
  const client = new Client(
    { name: "agent-skills-check", version: "1.0.0" },
    { versionNegotiation: { mode } },
  );
  await client.connect(transport());
  const skills = new SkillsClient(client);
  const { skills: entries } = await skills.list();
  let files = 0;
  for (const entry of entries) {
    for (const { uri } of entry.resources) {
      const file = await skills.read(entry, uri);
      if (!file.verified) throw new Error(`${uri} is not verified`);
      files += 1;
    }
    await skills.readDirectory(entry.uri.slice(0, entry.uri.lastIndexOf("/")));
  }
  const { tools } = await client.listTools();
  await client.close();
  if (entries.length === 0 || tools.length === 0) throw new Error("nothing is served");
  const name = typeof mode === "string" ? mode : mode.pin;
  console.log(`typescript ${name}: ${entries.length} skills, ${files} files verified`);
}
