// Makes everything that a release consists of in one folder: the npm package, the bundle for desktop programs, an install
// script, a Homebrew formula, a Scoop manifest, the software bill of materials and checksums. Publishes nothing.
// Usage: npm run build && npx tsx scripts/release.ts [FOLDER]
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { releaseFiles } from "./release-files.js";

const root = join(import.meta.dirname, "..");
const folder = resolve(process.argv[2] ?? join(root, "bundle"));
mkdirSync(folder, { recursive: true });

const inRoot = { cwd: root, encoding: "utf8", shell: process.platform === "win32" } as const;
const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], inRoot).trim();
execFileSync(process.execPath, ["--import", "tsx", "scripts/bundle.ts", folder], inRoot);
const bill = execFileSync("npm", ["sbom", "--omit=dev", "--sbom-format=cyclonedx"], inRoot);
writeFileSync(join(folder, "sbom.cdx.json"), bill);
for (const [name, text] of Object.entries(releaseFiles(sha256Of(packed)))) {
  writeFileSync(join(folder, name), text, { mode: name.endsWith(".sh") ? 0o755 : 0o644 });
}
const names = readdirSync(folder).filter((name) => name !== "SHA256SUMS");
writeFileSync(join(folder, "SHA256SUMS"), names.map((name) => `${sha256Of(name)}  ${name}\n`).join(""));
process.stdout.write(`${names.map((name) => join(folder, name)).join("\n")}\n`);

function sha256Of(name: string): string {
  return createHash("sha256")
    .update(readFileSync(join(folder, name)))
    .digest("hex");
}
