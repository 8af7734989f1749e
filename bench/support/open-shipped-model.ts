import { makeModel } from "../../scripts/model/make-model.js";
import type { Embedder } from "../../src/engine/embedder.js";
import { openMiniLm } from "../../src/engine/minilm-embedder/open-minilm.js";

/** The model that the package ships. */
export const openShippedModel = (): Embedder => openMiniLm(makeModel());
