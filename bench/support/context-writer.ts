// One of many processes that write knowledge to one store, or plain files with the same guarantees. Waits for a line.
// Usage: context-writer <store|files> <folder> <name> <count>
import { once } from "node:events";
import { join } from "node:path";
import { nodeFiles } from "../../src/engine/node-files/node-files.js";
import { aPerson } from "../../test/support/team.js";

const [kind = "", folder = "", name = "", count = "0"] = process.argv.slice(2);
const { note } = aPerson(folder, name);
const writes = {
  store: (key: string) => note(key, `What ${key} is about\n`),
  files: (key: string) => nodeFiles.write(join(folder, "files", `${key}.md`), `What ${key} is about\n`),
};
const write = kind === "store" ? writes.store : writes.files;
process.stdout.write("ready\n");
await once(process.stdin, "data");
let refused = 0;
for (let i = 0; i < Number(count); i++) await write(`${name}-${i}`).catch(() => refused++);
process.stdout.write(`refused ${refused}\n`);
process.stdin.destroy();
