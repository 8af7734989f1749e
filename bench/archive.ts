// The archive at scale: ingestion, search, hooks. Ratios are against a baseline measured in the same run.
// Usage: npx tsx bench/archive.ts [sessions=1000] [host] [meaning]
// With `host`, transcripts contain everything Claude Code writes around the messages; without, only the messages.
// With `meaning`, exchanges are embedded first, which takes some time, and searches use the vectors.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "../src/base/log.js";
import type { Call } from "../src/domain/call.js";
import { embedNext } from "../src/domain/search/vectors/embed-documents.js";
import { plantedFacts } from "../test/support/planted-facts.js";
import { syntheticSessions } from "../test/support/synthetic-sessions.js";
import { embedCached } from "./support/embed-cached.js";
import { claudeFolder, openArchive } from "./support/open-archive.js";
import { openShippedModel } from "./support/open-shipped-model.js";

const count = Number(process.argv[2] ?? 1000);
const asHost = process.argv.includes("host");
const embedder = process.argv.includes("meaning") ? embedCached(openShippedModel()) : undefined;
/** With very many sessions, each has only questions and answers, to finish in minutes; the number of exchanges is the same. */
const turnBytes = count > 20_000 ? 0 : 9000;
const folder = mkdtempSync(join(tmpdir(), "throughline-bench-"));
const { archive, ingest, autoLoad, sql, vectors, home, person } = await openArchive(folder, embedder);
const folders = Array.from({ length: 10 }, (_, i) => join(folder, "work", `project-${i}`));
for (const one of folders) mkdirSync(one, { recursive: true });
const show = (name: string, value: string) => process.stdout.write(`${name.padEnd(46)} ${value}\n`);

// Parsing JSON is the measure of machine speed for all ratios.
const jsonSample = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ i, text: "some words in a line" })));
const parseMsPerMb =
  medianOf(Array.from({ length: 9 }, () => measureMs(() => JSON.parse(jsonSample)))) / (jsonSample.length / 1e6);

const makeSession = syntheticSessions({
  count,
  seed: 7,
  now: Date.now(),
  folders,
  facts: plantedFacts,
  asHost,
  turnBytes,
});
let bytes = 0;
for (let i = 0; i < count; i++) {
  const { id, folder: projectFolder, text } = makeSession(i);
  const sessionFolder = claudeFolder(person, projectFolder);
  mkdirSync(sessionFolder, { recursive: true });
  writeFileSync(join(sessionFolder, `${id}.jsonl`), text);
  bytes += text.length;
}
show("sessions / transcript", `${count} / ${(bytes / 1e6).toFixed(0)} MB`);

const importOptions = { agents: ["claude-code"] as const, since: undefined, dryRun: false, progress: () => {} };
const began = performance.now();
const before = process.cpuUsage();
const report = await ingest.importAll(importOptions);
const seconds = (performance.now() - began) / 1000;
const cpu = process.cpuUsage(before);
const coreSeconds = (cpu.user + cpu.system) / 1e6;
const megabytes = bytes / 1e6;
show("import", `${(megabytes / seconds).toFixed(1)} MB/s, ${report.events} events`);
show(
  "import, share of one core",
  `${(megabytes / coreSeconds).toFixed(1)} MB/s; ${(coreSeconds / megabytes / (parseMsPerMb / 1000)).toFixed(1)} times JSON.parse`,
);
const again = performance.now();
const second = await ingest.importAll(importOptions);
show("import again", `${(performance.now() - again).toFixed(0)} ms, ${second.events} events`);
show("database", `${(statSync(home.database).size / 1e6).toFixed(0)} MB`);

while (embedder && (await embedNext(vectors, embedder, 64)) > 0);

const call: Call = {
  ...{ tenant: "local", caller: "bench", folder: folders[0] ?? folder, log: silentLog },
  signal: new AbortController().signal,
  progress: () => {},
};
const search = (query: string) => archive.search(call, { query, limit: 10, sortBy: "relevance" });
for (const fact of plantedFacts) await search(fact.keywords);
const searches = await timeEach(plantedFacts, ({ keywords }) => search(keywords));
show("search_archive, keywords", quantilesOf(searches));
show(
  "search_archive, common words",
  quantilesOf(await timeEach(plantedFacts, () => search("database connection error test"))),
);
show(
  "search_archive, one project",
  quantilesOf(
    await timeEach(plantedFacts, ({ keywords }) =>
      archive.search(call, { query: keywords, project: folders[1] ?? "", limit: 10, sortBy: "relevance" }),
    ),
  ),
);
show(
  "fetch_context, project",
  quantilesOf(
    await timeEach(plantedFacts, ({ keywords }) =>
      archive.fetch(call, { query: keywords, scope: "project", limit: 5, minRelevance: 0.3 }),
    ),
  ),
);
show(
  "get_patterns",
  quantilesOf(
    await timeEach(plantedFacts, () =>
      archive.patterns(call, { kinds: ["code", "command", "architecture"], minFrequency: 2, limit: 10 }),
    ),
  ),
);
show(
  "context://project/…/current",
  quantilesOf(await timeEach(plantedFacts, () => autoLoad.current(call, call.folder))),
);

const hits = async (ask: (fact: (typeof plantedFacts)[number]) => string) => {
  let hitCount = 0;
  for (const fact of plantedFacts) {
    const { hits } = await search(ask(fact));
    if (hits.some(({ exchange }) => exchange.question === fact.question)) hitCount++;
  }
  return `${hitCount} of ${plantedFacts.length}`;
};
show("planted facts, keywords, hit@10", await hits(({ keywords }) => keywords));
show("planted facts, paraphrase, hit@10", await hits(({ paraphrase }) => paraphrase));
show("planted facts, other words, hit@10", await hits(({ otherWords }) => otherWords));
show("memory", `${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB`);
await sql.close();
await embedder?.close();

const main = join(import.meta.dirname, "..", "dist", "main.js");
if (existsSync(main)) {
  const empty = join(folder, "empty.cjs");
  writeFileSync(empty, "");
  const env = { PATH: process.env.PATH ?? "", HOME: person, THROUGHLINE_HOME: home.path };
  const run = (args: string[], input: string) => measureMs(() => spawnSync(process.execPath, args, { input, env }));
  const payload = (event: string) =>
    JSON.stringify({
      hook_event_name: event,
      session_id: "s-000001",
      transcript_path: join(person, "x.jsonl"),
      cwd: folders[0],
      source: "startup",
    });
  const rounds = Array.from({ length: 15 }, (_, i) => i);
  const base = medianOf(rounds.map(() => run([empty], "")));
  const capture = medianOf(rounds.map(() => run([main, "hook"], payload("Stop"))));
  const starts = rounds.map(() => run([main, "hook"], payload("SessionStart")));
  show("empty .cjs", `${base.toFixed(0)} ms`);
  show("capture hook", `${capture.toFixed(0)} ms, ${(capture / base).toFixed(2)} times an empty .cjs`);
  show(
    "injecting hook at session start",
    `${quantilesOf(starts)}; ${(medianOf(starts) / base).toFixed(2)} times an empty .cjs`,
  );
}
rmSync(folder, { recursive: true, force: true });

function measureMs(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

async function timeEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const item of items) {
    const from = performance.now();
    await work(item);
    times.push(performance.now() - from);
  }
  return times;
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

function quantilesOf(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `p50 ${medianOf(times).toFixed(1)} ms, p95 ${(sorted[Math.floor(sorted.length * 0.95)] ?? 0).toFixed(1)} ms`;
}
