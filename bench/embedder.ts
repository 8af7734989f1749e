// Speed of our embedding engine, compared with the library's engine on the same weights, interleaved in one process;
// the similarity of their vectors; and the memory of each, in a separate process.
// Usage: npm run bench -- embedder
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { openLibrary, openOriginal } from "../test/support/library-model.js";
import { type CorpusLine, readLines } from "./support/read-set.js";
import { median, report } from "./support/report.js";

type Engine = (texts: readonly string[]) => readonly ArrayLike<number>[];

const rounds = 5;
const engines: Record<string, () => Engine> = { ours: openOriginal, library: openLibrary };
const [, , engineName] = process.argv;

const texts: string[] = [];
for await (const { text } of readLines<CorpusLine>(join(import.meta.dirname, "facts", "corpus.jsonl")))
  texts.push(text);
const sets: Record<string, string[]> = {
  "questions (40 characters)": texts.slice(0, 100).map((text) => text.slice(0, 40)),
  "short texts (150 characters)": texts.filter(({ length }) => length > 120 && length < 190).slice(0, 40),
  "passages (1,000 characters)": texts.filter(({ length }) => length > 1000).slice(0, 8),
};

if (engineName) process.stdout.write(`${memoryOf(engines[engineName] ?? openOriginal)}`);
else compare();

function compare(): void {
  const [ours, theirs] = [openOriginal(), openLibrary()];
  const rows = Object.entries(sets).map(([name, batch]) => {
    ours(batch);
    const [ownTimes, libraryTimes]: [number[], number[]] = [[], []];
    for (let i = 0; i < rounds; i++) {
      ownTimes.push(secondsOf(() => ours(batch)));
      libraryTimes.push(secondsOf(() => theirs(batch)));
    }
    const [a, b] = [batch.length / median(ownTimes), batch.length / median(libraryTimes)];
    return [name, `${a.toFixed(0)}/s`, `${b.toFixed(0)}/s`, `${(a / b).toFixed(1)}×`];
  });
  report("embedding on one core", ["texts", "ours", "library", "relative speed"], rows);
  const all = Object.values(sets).flat();
  const [ownTimes, libraryTimes] = [ours(all), theirs(all)];
  const similarities = all.map((_, i) => cosine(ownTimes[i] ?? [], libraryTimes[i] ?? [])).sort((a, b) => a - b);
  const memory = (name: string) => execFileSync(process.execPath, ["--import", "tsx", import.meta.filename, name]);
  process.stdout.write(
    `  cosine of both: minimum ${similarities[0]?.toFixed(4)}, median ${similarities[Math.floor(similarities.length / 2)]?.toFixed(4)}\n` +
      `  resident while embedding: ours ${memory("ours")} MiB, library ${memory("library")} MiB\n`,
  );
}

/** Processor time, which other load on the machine hardly affects. */
function secondsOf(body: () => unknown): number {
  const before = process.cpuUsage();
  body();
  return process.cpuUsage(before).user / 1_000_000;
}

function memoryOf(open: () => Engine): number {
  const embed = open();
  for (const batch of Object.values(sets)) embed(batch);
  return Math.round(process.memoryUsage().rss / 1_048_576);
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0];
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return dot / Math.sqrt(aa * bb);
}
