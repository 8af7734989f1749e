import { join } from "node:path";
import type { Embedder } from "../../src/engine/embedder.js";
import { type MiniLmOptions, openMiniLm, tablesIn } from "../../src/engine/minilm-embedder/open-minilm.js";

/** The model with the tables that the package ships. */
export const openShippedModel = (options: MiniLmOptions = {}): Embedder =>
  openMiniLm({ ...tablesIn(join(import.meta.dirname, "../../models")), ...options });
