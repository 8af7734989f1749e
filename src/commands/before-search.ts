import { startDeadline } from "../base/deadline.js";
import { AppError } from "../base/errors.js";
import type { CommandCall } from "../domain/command-app.js";

/** A variable that is not set in a script makes an empty query, and "nothing found" would hide that. */
export function requireWords(query: unknown): void {
  if (typeof query === "string" && query.trim() === "")
    throw new AppError("invalid", "The query is empty.", { hint: 'Name what to look for: "<query>".' });
}

/** Maximum number of documents to embed before a search, and maximum time for it. */
const maxDocuments = 200;
const maxMs = 2000;

/** A server embeds documents in the background; without one, new documents would only match by keyword. */
export async function embedNewDocuments(app: CommandCall, ended = app.call.signal): Promise<void> {
  const { signal, clear } = startDeadline(maxMs, ended);
  // The search itself reports what is wrong with the model.
  await app.embedding.run({ signal, max: maxDocuments }).catch(() => {});
  clear();
}
