// Quality of code search by what a function does: its doc comment's first sentence is asked, and is not in the index.
// Usage: npx tsx lab/code-search/symbol-questions.ts --repository P [--below FOLDER] [--count 100] [--texts N,N] [--no-model]
//        --texts N,N… measures again when the model has embedded so many chunks, in the product's order
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { embedNext, embedSymbols } from "../../src/domain/search/vectors/embed-documents.js";
import { treeSitterParser } from "../../src/engine/tree-sitter/tree-sitter-parser.js";
import { checkOutUndocumented } from "./documented-symbols.js";
import { measureSymbols } from "./measure-symbols.js";
import { embedCached } from "../../bench/support/embed-cached.js";
import { openCodeBench } from "./open-code-bench.js";
import { openShippedModel } from "../../bench/support/open-shipped-model.js";
import { report } from "../../bench/support/report.js";

const { values: options } = parseArgs({
  options: {
    ...{ repository: { type: "string", default: "." }, below: { type: "string", default: "" } },
    ...{ count: { type: "string", default: "100" }, texts: { type: "string" }, "no-model": { type: "boolean" } },
  },
});
const folder = mkdtempSync(join(tmpdir(), "throughline-bench-symbols-"));
const questions = await checkOutUndocumented(treeSitterParser(), options.repository, folder, {
  below: options.below,
  count: Number(options.count),
});
const embedder = options["no-model"] ? undefined : embedCached(openShippedModel());
const { sql, vectors, code, call, location, stats } = await openCodeBench(folder, embedder);

const symbolCount = async () => {
  const text = "SELECT count(DISTINCT nr) AS n FROM search_vectors WHERE passage = 1000";
  return (await sql.all<{ n: number }>(text))[0]?.n ?? 0;
};
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const rows: string[][] = [];
await measure("keywords", false);
if (embedder) {
  const before = cpuMs();
  while ((await embedSymbols(vectors, embedder, 200)) > 0);
  const ms = cpuMs() - before;
  await measure(`names of ${await symbolCount()} symbols, ${(ms / 1000).toFixed(1)} s`, true);
  let texts = 0;
  for (const goal of (options.texts ?? "").split(",").filter(Boolean).map(Number)) {
    while (texts < goal) {
      const embedded = await embedNext(vectors, embedder, 8);
      if (embedded === 0) break;
      texts += embedded;
    }
    await measure(`and code of ${texts} chunks`, true);
  }
}
report(
  `symbol questions: ${questions.length} about ${stats.files} files in ${stats.chunks} chunks`,
  ["embedded", ...["symbol", "shown", "file"].flatMap((of) => [1, 5, 10].map((k) => `${of}@${k}`)), "CPU ms"],
  rows,
);
await embedder?.close();
await sql.close();
rmSync(folder, { recursive: true, force: true });

async function measure(name: string, meaning: boolean): Promise<void> {
  const { symbol, shown, file, cpuMs } = await measureSymbols(questions, async (query) => {
    const { hits } = await code.search(call, { ...location, query, limit: 10, meaning, waitMs: 60_000 });
    return hits;
  });
  rows.push([name, ...[...symbol, ...shown, ...file].map((one) => (100 * one).toFixed(0)), cpuMs.toFixed(1)]);
}
