import type { Repository } from "../../store/bridge/project-store.js";
import type { Call } from "../call.js";
import { rankTexts } from "../search/rank/rank-texts.js";
import type { Material } from "./prompts.js";

/** Something of a repository that may help its neighbours: what its team says publicly, or a piece of indexed code. */
export interface PublicEntry {
  readonly name: string;
  readonly text: string;
}

export type ReadPublicContext = (call: Call, folder: string, query: string) => Promise<readonly PublicEntry[]>;

/** Characters of neighbours' material in one prompt, and of one entry of it. */
const max = 6000;
const maxEntryLength = 1500;

/** The other repositories' entries that have to do with the question, best first, within a budget. */
export async function neighbourMaterial(
  call: Call,
  query: string,
  own: Repository,
  all: readonly Repository[],
  read: ReadPublicContext,
): Promise<Material[]> {
  const others = all.filter(({ path }) => path !== own.path);
  const entries = await Promise.all(
    others.map(async ({ name, path }) => {
      try {
        return (await read(call, path, query)).map((entry) => ({ source: `${name}: ${entry.name}`, text: entry.text }));
      } catch (error) {
        // A neighbour that cannot be read must not keep this repository from answering.
        call.log.info("bridge.neighbour", { repository: name, error: String(error) });
        return [];
      }
    }),
  );
  const ranked = rankTexts(query, entries.flat(), ({ source, text }) => `${source} ${text}`).map(({ item }) => item);
  return within(max, ranked);
}

function within(budget: number, material: readonly Material[]): Material[] {
  const chosen: Material[] = [];
  let left = budget;
  for (const { source, text } of material) {
    const cut = text.slice(0, Math.min(maxEntryLength, left));
    if (cut === "") break;
    chosen.push({ source, text: cut });
    left -= cut.length;
  }
  return chosen;
}
