import { startDeadline } from "../base/deadline.js";
import type { CommandCall } from "../domain/command-app.js";

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
