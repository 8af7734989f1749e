import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMiniLm, tablesIn } from "../../src/engine/minilm-embedder/open-minilm.js";
import { root } from "./sources.js";

const variable = "TEST_MODEL_FOLDER";

/** Quantizes the model once: every new home would do it again, which takes more than a second each. */
export async function setup(): Promise<() => void> {
  const models = mkdtempSync(join(tmpdir(), "throughline-model-"));
  const embedder = openMiniLm({ models, ...tablesIn(join(root, "src", "engine", "minilm-embedder")) });
  await embedder.embed(["anything"]);
  await embedder.close();
  process.env[variable] = models;
  return () => rmSync(models, { recursive: true, force: true });
}

/** Gives a new home the quantized model; a copy, because tests damage it. */
export function copyModel(home: string): void {
  const folder = process.env[variable];
  if (folder === undefined) return;
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(join(home, "models"), { mode: 0o700 });
  for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(home, "models", name));
}
