import { chmodSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./sources.js";

const variable = "TEST_SHARED_FOLDER";

/** A folder for what is made once for all slow tests, because making it takes longer than most of them. */
export async function setup(): Promise<() => void> {
  // Made already, for another project of the same run.
  if (sharedFolder() !== undefined) return () => {};
  // Each process would read these certificates at its start, and no test asks anything outside this machine.
  delete process.env.NODE_EXTRA_CA_CERTS;
  const folder = mkdtempSync(join(tmpdir(), "throughline-shared-"));
  // Another user runs PostgreSQL where root runs the tests.
  chmodSync(folder, 0o755);
  await quantizeModels(join(folder, "models"));
  process.env[variable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Every new home would do it again. */
async function quantizeModels(models: string): Promise<void> {
  const { openMiniLm, tablesIn } = await import("../../src/engine/minilm-embedder/open-minilm.js");
  const shipped = join(root, "models");
  mkdirSync(models);
  const embedder = openMiniLm({ models, ...tablesIn(shipped) });
  await embedder.embed(["anything"]);
  await embedder.close();
}

/** Undefined for tests that run without the setup. */
export const sharedFolder = (): string | undefined => process.env[variable];

/** Gives a new home the quantized models. A link, because a copy takes 20 ms, and nothing writes into the files themselves. */
export function linkModel(home: string): void {
  const folder = sharedFolder();
  if (folder === undefined) return;
  const models = join(folder, "models");
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(join(home, "models"), { mode: 0o700 });
  for (const name of readdirSync(models)) linkSync(join(models, name), join(home, "models", name));
}
