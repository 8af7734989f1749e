import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CardParts } from "../../surface/mcp/cards.js";

/** The folder of the bundles; when run from sources, the output of the last build. */
const built = typeof __dirname === "string" ? join(__dirname, "..") : join(process.cwd(), "dist");

export const pageFolder = join(built, "page");

/** Script and style of the cards; undefined if the page was not built. */
export async function readCardParts(): Promise<CardParts | undefined> {
  const read = (name: string) => readFile(join(built, "cards", name), "utf8");
  try {
    return { script: await read("card.js"), style: await read("card.css") };
  } catch {
    return undefined;
  }
}
