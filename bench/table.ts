// The speed of the product as `install` and the guides set it up: model on, background work going. One row each, with a bare
// node or other memory servers measured in turn in the same run. Prints a Markdown table and what machine it was.
// Usage: npm run bench -- table [--write]           every row; about an hour. With --write, also into the docs
//        npx tsx bench/table.ts --rows hooks,memory [--sessions 100,1000]
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { archiveRows } from "./table/archive-rows.js";
import { hookRows } from "./table/hook-rows.js";
import { memoryRows } from "./table/memory-rows.js";
import type { Row } from "./table/row.js";
import { startRows } from "./table/start-rows.js";

const { values } = parseArgs({
  options: {
    rows: { type: "string" },
    sessions: { type: "string", default: "100,1000,10000" },
    write: { type: "boolean", default: false },
  },
});

/** Another benchmark in a process of its own, which prints its rows as JSON. */
const rowsOf = (script: string, ...args: readonly string[]): Row[] =>
  JSON.parse(
    execFileSync(process.execPath, ["--import", "tsx", join(import.meta.dirname, script), "--json", ...args], {
      stdio: ["ignore", "pipe", "inherit"],
      encoding: "utf8",
    })
      .trim()
      .split("\n")
      .at(-1) ?? "[]",
  ) as Row[];

const measurements: Readonly<Record<string, () => Promise<Row[]> | Row[]>> = {
  start: startRows,
  memory: memoryRows,
  hooks: hookRows,
  archive: () => archiveRows(values.sessions.split(",").map(Number)),
  service: () => rowsOf("service.ts", "--sizes", "50000", "--clients", "16", "--tools", "mixed", "--processes", "1"),
  page: () => rowsOf("page.ts", "40000"),
  growth: () => rowsOf("search.ts", "1000", "100000"),
};
/** Where `--write` puts which rows, if the run has all of them. */
const documents: Readonly<Record<string, readonly string[]>> = {
  "docs/compare.md": ["start", "memory", "hooks"],
  "docs/guides/scale.md": ["archive", "service", "page", "growth"],
};

const names = values.rows?.split(",") ?? Object.keys(measurements);
const unknown = names.filter((name) => !(name in measurements));
if (unknown.length > 0) throw new Error(`Unknown rows: ${unknown}. There are ${Object.keys(measurements).join(", ")}.`);
const load = () => loadavg()[0]?.toFixed(1);
const before = load();
const print = (text: string) => process.stdout.write(`${text}\n`);
const head = ["| work | measured beside it | now | goal |", "|---|---|---|---|"];
const lines = new Map<string, string[]>();
print(head.join("\n"));
for (const name of names) {
  const rows = (await measurements[name]?.()) ?? [];
  lines.set(
    name,
    rows.map(({ work, beside, now, goal }) => `| ${work} | ${beside} | ${now} | ${goal} |`),
  );
  for (const line of lines.get(name) ?? []) print(line);
}
const [cpu] = cpus();
const machine = `${cpus().length} cores (${cpu?.model.trim()}), ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.versions.node}; load ${before} at the start, ${load()} at the end.`;
print(`\n${machine}`);
for (const [path, parts] of Object.entries(documents))
  if (values.write && parts.every((part) => lines.has(part)))
    writeTable(path, [...head, ...parts.flatMap((part) => lines.get(part) ?? []), "", machine]);

/** Replaces what is between the two comments. */
function writeTable(path: string, table: readonly string[]): void {
  const file = join(import.meta.dirname, "..", path);
  const text = readFileSync(file, "utf8");
  const replaced = text.replace(/(<!-- bench\/table -->\n).*?(\n<!-- end -->)/s, (_, begin, end) =>
    [begin, end].join(table.join("\n")),
  );
  if (replaced === text) throw new Error(`${path} has no place for the table.`);
  writeFileSync(file, replaced);
}
