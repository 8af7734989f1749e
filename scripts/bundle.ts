// Packs the built product into one file (.mcpb) that Claude Desktop and others install with a double click, and prints its hash.
// Usage: npm run build && npm run bundle [FOLDER]
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../src/base/version.js";
import { packageFiles } from "./packages/package-files.js";
import { type ZipEntry, zip } from "./zip.js";

const root = join(import.meta.dirname, "..");
const target = process.argv[2] ?? join(root, "bundle");
const manifest = Buffer.from(packageFiles().get("plugins/mcpb/manifest.json") ?? "");
/** Built programs, and the packages that they load at run time instead of containing them. */
const folders = ["dist", ...packagesOf(".").map((name) => join("node_modules", name))];

const entries = [{ name: "manifest.json", bytes: manifest }, ...folders.flatMap(filesIn)];
const bytes = zip(entries);
const file = join(target, `throughline-${version}.mcpb`);
mkdirSync(target, { recursive: true });
writeFileSync(file, bytes);
process.stdout.write(`${file}\n${bytes.length} bytes, sha256 ${createHash("sha256").update(bytes).digest("hex")}\n`);

/** The runtime dependencies of a package, recursively. Headers for compilers are not needed. */
function packagesOf(folder: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
    dependencies?: Record<string, string>;
  };
  const dependencyNames = Object.keys(dependencies).filter((name) => name !== "node-addon-api");
  return [...new Set(dependencyNames.flatMap((name) => [name, ...packagesOf(join("node_modules", name))]))];
}

function filesIn(folder: string): ZipEntry[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((name) => !/^dist\/meta\/|\/(src|test|scripts)\/|\.(map|md|ts|mts|cts|gyp|compiled)$/.test(name))
    .sort()
    .map((name) => ({ name, bytes: readFileSync(join(root, name)) }));
}
