// Compares Throughline with other memory servers that run offline from npm alone, on the same facts and questions.
// Downloads them into a temporary folder. Usage: npm run compare [-- --only Throughline]
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { median, report } from "../support/report.js";
import { readFacts } from "./facts.js";
import { measureHits } from "./measure-hits.js";
import { measureLosses } from "./measure-losses.js";
import { measureSecrets } from "./measure-secrets.js";
import { type Product, products } from "./products.js";
import { startServer } from "./server.js";

const { values } = parseArgs({ options: { only: { type: "string" }, keep: { type: "string" } } });
const folder = values.keep ?? mkdtempSync(join(tmpdir(), "throughline-compare-"));

function install(product: Product): string {
  const place = join(folder, (product.package ?? "none").replaceAll(/\W/g, "-"));
  mkdirSync(place, { recursive: true });
  if (product.package === undefined) return place;
  writeFileSync(join(place, "package.json"), "{}");
  const args = ["install", "--no-audit", "--no-fund", `${product.package}@${product.version}`];
  const { status, stderr } = spawnSync("npm", args, { cwd: place, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return place;
}

let homes = 0;
function makeHome(): string {
  const home = join(folder, `home-${process.pid}-${homes++}`);
  mkdirSync(home);
  return home;
}

async function compare(product: Product, facts: Awaited<ReturnType<typeof readFacts>>): Promise<string[]> {
  const place = install(product);
  const open = (home: string) => startServer(product, place, home);
  const started = performance.now();
  const server = await open(makeHome());
  const startMs = performance.now() - started;
  const hits = await measureHits(server, facts);
  const listing = `${server.tools.length} / ${JSON.stringify(server.tools).length}`;
  await server.close();
  const losses = await measureLosses(open, makeHome);
  const secrets = await measureSecrets(open, makeHome());
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  return [
    `${product.name} ${product.version}`,
    listing,
    `${percent(hits.codes.first)} / ${percent(hits.codes.ten)}`,
    `${percent(hits.markers.first)} / ${percent(hits.markers.ten)}`,
    `${percent(hits.paraphrases.first)} / ${percent(hits.paraphrases.ten)}`,
    `${losses.parallel.found} of ${losses.parallel.acknowledged}`,
    `${losses.killed.found} of ${losses.killed.acknowledged}`,
    `${secrets.hidden} of ${secrets.total}`,
    `${startMs.toFixed(0)} / ${median(hits.writeMs).toFixed(1)} / ${median(hits.searchMs).toFixed(1)}`,
  ];
}

const columns = [
  "product",
  "tools / bytes",
  "code @1 / @10",
  "marker @1 / @10",
  "paraphrase @1 / @10",
  "kept of 32 servers' writes",
  "kept after kill -9",
  "secrets removed",
  "ms to start / write / search",
];
const facts = await readFacts();
const rows: string[][] = [];
for (const product of products.filter(({ name }) => values.only === undefined || name === values.only))
  rows.push(
    await compare(product, facts).catch((error: Error) => [product.name, `failed: ${error.message.slice(0, 160)}`]),
  );
report(
  `${facts.facts.length} facts, ${facts.paraphrases.length} paraphrases, ${facts.markers.length} markers`,
  columns,
  rows,
);
if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
