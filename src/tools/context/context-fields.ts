import * as z from "zod";
import type { AppCall } from "../../domain/app.js";
import type { ProjectContext } from "../../domain/context/project-context.js";
import { texts } from "../answer-schema.js";

export const scopeField = z.string().default("").describe("public, private or ephemeral. Empty: unchanged.");

/** What lists of entries show about each, if it is known. */
export const shownFacts = {
  ...texts("author?", "updated_at?", "owner?", "verified_at?"),
  "stale?": ["string"],
} as const;

/** What a first write and a renamed entry add to an answer. */
export const notices = { "store_created?": "string", "note?": "string" } as const;

export const savedEntry = { scope: "string", "warning?": "string", ...notices } as const;

export const savedText = (what: string, saved: { scope: string; warning?: string; note?: string }): string =>
  [`Saved ${what} (${saved.scope}).`, saved.warning, saved.note].filter(Boolean).join(" ");

type EntryStore = "knowledge" | "conventions" | "skills";

export const entryUris = (store: EntryStore, key: string): string[] => [
  `context://${store}`,
  `context://${store}/${encodeURIComponent(key)}`,
];

/** After a change of any of them. */
export const sharedUris = () => [
  "context://knowledge",
  "context://decisions",
  "context://conventions",
  "context://skills",
];

export async function removeEntry(store: EntryStore, key: string, project: ProjectContext, app: AppCall) {
  const entry = await project[store].read(key);
  const isRemoved = entry !== undefined && (await project.change(() => project[store].remove(key)));
  if (isRemoved) await app.forgetContext(app.call, [JSON.stringify(entry)]);
  return { status: isRemoved ? "removed" : "not_found" };
}

/** The question before an entry is removed; empty where there is none. */
export async function askRemoval(store: EntryStore, key: string, what: string, app: AppCall): Promise<string> {
  const entry = await (await app.context.open(app.call))[store].read(key);
  return entry ? `Deletes the ${what}. Only what is committed to git can be restored.` : "";
}
