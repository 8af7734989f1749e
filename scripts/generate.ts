// Writes every file that follows from declarations: docs/agents, docs/reference, the index of decisions, docs/map.md, test/golden, plugins, packages, WebAssembly and worker code. With --check, only compares.
// Usage: npm run generate
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { wasmFiles } from "./assemble-wasm.js";
import { workerFiles } from "./assemble-workers.js";
import { decisionIndex } from "./decision-index.js";
import { mapFiles } from "./folder-map.js";
import { packageFiles } from "./packages/package-files.js";
import { redactionDigest } from "./redaction-digest.js";
import { referenceFiles } from "./reference/reference-files.js";

const root = join(import.meta.dirname, "..");
const wasm = await wasmFiles();
const generated = new Map([
  ...referenceFiles(),
  ...decisionIndex(root),
  ...redactionDigest(root),
  ...mapFiles(),
  ...packageFiles(),
  ...wasm,
  ...(await workerFiles(wasm)),
]);
/** Folders with generated files only. */
const folders = ["docs/agents", "docs/reference", "test/golden", "plugins"];
const present = folders
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );
const stale = present.filter((path) => !generated.has(path));
const changed = [...generated].filter(
  ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), "utf8") !== text,
);

if (process.argv.includes("--check")) {
  const outdated = [...stale, ...changed.map(([path]) => path)];
  if (outdated.length > 0) {
    process.stderr.write(`Not current: ${outdated.join(", ")}\nRun \`npm run generate\` and read the diff.\n`);
    process.exitCode = 1;
  }
} else {
  for (const path of stale) rmSync(join(root, path));
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
