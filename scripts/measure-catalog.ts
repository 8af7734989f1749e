// Prints how many bytes each tool adds to the listing that clients put into every conversation, largest first.
// Usage: npx tsx scripts/measure-catalog.ts
import { listTools } from "../src/surface/mcp/tool-listing.js";
import { tools } from "../src/tools/catalog.js";

const sizes = listTools(tools).map((tool) => ({ name: tool.name, bytes: Buffer.byteLength(JSON.stringify(tool)) + 1 }));
for (const { name, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes))
  process.stdout.write(`${String(bytes).padStart(6)}  ${name}\n`);
process.stdout.write(`${String(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).padStart(6)}  all ${sizes.length}\n`);
