import { join } from "node:path";
import type { Home } from "../base/home.js";
import type { Settings } from "../base/settings.js";
import type { Embedder } from "../engine/embedder.js";
import { openEndpoint } from "../engine/endpoint-embedder/open-endpoint.js";
import { openMiniLm } from "../engine/minilm-embedder/open-minilm.js";

const table =
  typeof __dirname === "string"
    ? join(__dirname, "..", "minilm-table.bin")
    : join(process.cwd(), "src", "engine", "minilm-embedder", "minilm-table.bin");

/** The model that the settings ask for. Nothing is loaded yet. */
export function openEmbedder(settings: Settings, home: Home): Embedder | undefined {
  if (settings["search.model"] === "off") return undefined;
  if (settings["search.model"] === "local") return openMiniLm({ models: home.models, table });
  return openEndpoint({
    url: settings["search.endpoint"],
    model: settings["search.endpointModel"],
    dimensions: settings["search.endpointDimensions"],
    key: settings["search.endpointKey"],
  });
}
