import { join } from "node:path";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import type { StoredListing } from "../../surface/mcp/early-listing.js";

/** A listing that the build stored next to the bundles; undefined when run from sources, which may be newer. */
export async function readToolListing(name: StoredListing): Promise<unknown> {
  if (typeof __dirname !== "string") return undefined;
  const text = await nodeFiles.read(join(__dirname, `tools-${name}.json`)).catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}
