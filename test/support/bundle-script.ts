import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./sources.js";

export interface BundledScript {
  /** What `node` runs. */
  readonly file: string;
  remove(): void;
}

/** Bundles a script into one file, because compiling it in each of many processes takes longer than their work. */
export async function bundleScript(name: string, folderName = "test/support"): Promise<BundledScript> {
  const folder = mkdtempSync(join(tmpdir(), "throughline-script-"));
  const file = join(folder, `${name}.mjs`);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  await build({
    entryPoints: [join(root, folderName, `${name}.ts`)],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
