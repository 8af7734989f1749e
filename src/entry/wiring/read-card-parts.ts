import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CardParts } from "../../surface/mcp/cards.js";

/** In the folder of the bundles; when run from sources, in the output of the last build. */
const folder = typeof __dirname === "string" ? join(__dirname, "..", "cards") : join(process.cwd(), "dist", "cards");

/** Script and style of the cards; undefined if the page was not built. */
export async function readCardParts(): Promise<CardParts | undefined> {
  const read = (name: string) => readFile(join(folder, name), "utf8");
  try {
    return { script: await read("card.js"), style: await read("card.css") };
  } catch {
    return undefined;
  }
}
