import type { Repository } from "../../store/bridge/project-store.js";
import type { Call } from "../call.js";
import { rankTexts } from "../search/rank/rank-texts.js";
import type { SiblingEntry } from "./prompts.js";

/** Part of a repository that may help its siblings: public team context, or a chunk of indexed code. */
export interface PublicEntry {
  readonly name: string;
  readonly text: string;
}

export type ReadPublicContext = (call: Call, folder: string, query: string) => Promise<readonly PublicEntry[]>;

/** In characters, per prompt and per entry. */
const maxTotalLength = 6000;
const maxEntryLength = 1500;

/** Entries of the other repositories that match the question, best first, within a budget. */
export async function collectSiblingContext(
  call: Call,
  query: string,
  own: Repository,
  all: readonly Repository[],
  read: ReadPublicContext,
): Promise<SiblingEntry[]> {
  const others = all.filter(({ path }) => path !== own.path);
  const entries = await Promise.all(
    others.map(async ({ name, path }) => {
      try {
        return (await read(call, path, query)).map((entry) => ({ source: `${name}: ${entry.name}`, text: entry.text }));
      } catch (error) {
        // An unreadable sibling must not prevent an answer.
        call.log.info("bridge.sibling", { repository: name, error: String(error) });
        return [];
      }
    }),
  );
  const ranked = rankTexts(query, entries.flat(), ({ source, text }) => `${source} ${text}`).map(({ item }) => item);
  return fitToBudget(maxTotalLength, ranked);
}

function fitToBudget(budget: number, material: readonly SiblingEntry[]): SiblingEntry[] {
  const chosen: SiblingEntry[] = [];
  let left = budget;
  for (const { source, text } of material) {
    const cut = text.slice(0, Math.min(maxEntryLength, left));
    if (cut === "") break;
    chosen.push({ source, text: cut });
    left -= cut.length;
  }
  return chosen;
}
