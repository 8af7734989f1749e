// Runs the benchmarks named on the command line, or all of them.
// Usage: npm run bench [-- start writers]
import { benchStart } from "./start.js";
import { benchWriters } from "./writers.js";

const benches: Record<string, () => Promise<void>> = { start: benchStart, writers: benchWriters };
const asked = process.argv.slice(2);
for (const [name, run] of Object.entries(benches)) if (asked.length === 0 || asked.includes(name)) await run();
