import { join, resolve } from "node:path";
import type { Home } from "../../base/home.js";
import type { Settings } from "../../base/settings.js";
import type { Embedder } from "../../engine/embedder.js";
import { openEndpoint } from "../../engine/endpoint-embedder/open-endpoint.js";
import { openMiniLm, tablesIn } from "../../engine/minilm-embedder/open-minilm.js";

const tables = typeof __dirname === "string" ? join(__dirname, "..") : "models";

/** The embedder that the settings select. Nothing is loaded yet. */
export function openEmbedder(settings: Settings, home: Home): Embedder | undefined {
  if (settings["search.model"] === "off") return undefined;
  if (settings["search.model"] === "local") return openMiniLm({ models: home.models, ...tablesIn(resolve(tables)) });
  return openEndpoint({
    url: settings["search.endpoint"],
    model: settings["search.endpointModel"],
    dimensions: settings["search.endpointDimensions"],
    key: settings["search.endpointKey"],
  });
}
