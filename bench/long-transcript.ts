// One very long transcript: ingestion speed and memory.
// Usage: npx tsx bench/long-transcript.ts [megabytes=500]
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syntheticSessions } from "../test/support/synthetic-sessions.js";
import { claudeFolder, openArchive } from "./support/open-archive.js";

const megabytes = Number(process.argv[2] ?? 500);
const folder = mkdtempSync(join(tmpdir(), "throughline-bench-"));
const work = join(folder, "work");
const { ingest, archive, sql, person } = await openArchive(folder);
const show = (name: string, value: string) => process.stdout.write(`${name.padEnd(24)} ${value}\n`);
const peak = () => `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`;

mkdirSync(claudeFolder(person, work), { recursive: true });
const file = join(claudeFolder(person, work), "long.jsonl");
const makeSession = syntheticSessions({ count: 1e6, seed: 7, now: Date.now(), folders: [work], asHost: true });
let bytes = 0;
for (let i = 0; bytes < megabytes * 1e6; i++) {
  const text = makeSession(i).text.replaceAll(/"sessionId":"[^"]*"/g, '"sessionId":"long"');
  appendFileSync(file, text);
  bytes += text.length;
}
show("transcript", `${(bytes / 1e6).toFixed(0)} MB`);
show("peak memory before", peak());
const before = process.cpuUsage();
const importOptions = { agents: ["claude-code"] as const, since: undefined, dryRun: false, progress: () => {} };
const report = await ingest.importAll(importOptions);
const { user, system } = process.cpuUsage(before);
show(
  "read",
  `${(bytes / (user + system)).toFixed(1)} MB/s of one core, ${report.events} events, ${report.broken} broken`,
);
show("peak memory", peak());
const call = { tenant: "local", caller: "bench", folder: work } as Parameters<typeof archive.search>[0];
const { documents } = await archive.search(call, { query: "error", limit: 1, sortBy: "relevance" });
show("exchanges", String(documents));
await sql.close();
rmSync(folder, { recursive: true, force: true });
