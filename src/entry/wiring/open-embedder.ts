import { join, resolve } from "node:path";
import type { Settings } from "../../base/settings.js";
import type { Embedder } from "../../engine/embedder.js";
import { openEndpoint } from "../../engine/endpoint-embedder/open-endpoint.js";
import { modelFilesIn } from "../../engine/minilm-embedder/find-model.js";
import { openMiniLm } from "../../engine/minilm-embedder/open-minilm.js";

const models = typeof __dirname === "string" ? join(__dirname, "..") : "dist";

/** The embedder that the settings select. Nothing is loaded yet. */
export function openEmbedder(settings: Settings): Embedder | undefined {
  if (settings["search.model"] === "off") return undefined;
  if (settings["search.model"] === "local") return openMiniLm(modelFilesIn(resolve(models)));
  return openEndpoint({
    url: settings["search.endpoint"],
    model: settings["search.endpointModel"],
    dimensions: settings["search.endpointDimensions"],
    key: settings["search.endpointKey"],
  });
}
