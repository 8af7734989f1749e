// Files labeled outputs into the half that their name decides.
// Usage: npx tsx lab/diagnosis/file-cases.ts FILE   (format: see cases.ts)
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { folderOf, halfOf, parseCases } from "./cases.js";

const text = readFileSync(process.argv[2] ?? "", "utf8");
const blocks = text.split(/^(?=%%% )/m).filter((block) => block.startsWith("%%% "));
for (const block of blocks) {
  const [one] = parseCases(block);
  if (!one) continue;
  const folder = folderOf(halfOf(one.tool, one.name));
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${one.tool}.txt`), block);
}
process.stdout.write(`${blocks.length} cases filed\n`);
