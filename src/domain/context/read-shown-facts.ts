import type { EntryType } from "./change-scope.js";
import { type EntryFacts, listEntryFacts } from "./entry-facts.js";
import type { ProjectContext } from "./project-context.js";

type ShownFacts = Partial<Pick<EntryFacts, "author" | "updated_at" | "owner" | "verified_at" | "stale">>;

/** What lists show about each entry, without empty fields. */
export async function readShownFacts(project: ProjectContext, type: EntryType): Promise<(key: string) => ShownFacts> {
  const facts = new Map((await listEntryFacts(project, type)).map((one) => [one.key, one]));
  return (key) => {
    const { author, updated_at, owner, verified_at, stale } = facts.get(key) ?? {};
    return {
      ...(author ? { author } : {}),
      ...(updated_at ? { updated_at } : {}),
      ...(owner ? { owner } : {}),
      ...(verified_at ? { verified_at } : {}),
      ...(stale && stale.length > 0 ? { stale } : {}),
    };
  };
}

/** The same as one line of text. */
export function factsText(facts: Readonly<Record<string, unknown>>): string {
  const { author, updated_at, owner, verified_at, stale } = facts as ShownFacts;
  return [
    author ? `by ${author}` : "",
    updated_at ? updated_at.slice(0, 10) : "",
    owner ? `owner ${owner}` : "",
    verified_at ? `verified ${verified_at.slice(0, 10)}` : "",
    stale ? `stale: ${stale.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}
