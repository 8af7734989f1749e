import { tokensOf } from "../base/text/tokens.js";
import { initialConfidence } from "../domain/memory/confidence.js";
import type { Remote } from "../domain/remote/remote.js";

type Input = Readonly<Record<string, unknown>>;

/** A lesson that waits in the outbox, as a search shows it. */
export interface QueuedMemory {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly outcome: string;
  readonly confidence: number;
  readonly tags: readonly string[];
  readonly state: string;
}

/** The caller's own lessons that the service does not have yet, newest first: of the same project, and with a word of the query. */
export async function queuedMemories(remote: Remote, tenant: string, search: Input): Promise<QueuedMemory[]> {
  const words = typeof search.query === "string" ? new Set(tokensOf(search.query)) : undefined;
  const entries = (await remote.outbox(tenant)).filter(
    ({ tool, service, refused, input }) =>
      tool === "memory_record" &&
      service === remote.address &&
      refused === "" &&
      input.project_id === search.project_id &&
      (words === undefined || tokensOf(`${input.title} ${input.content}`).some((word) => words.has(word))),
  );
  return entries.reverse().map(({ id, input }) => ({
    ...{ id, title: String(input.title), content: String(input.content), outcome: String(input.outcome) },
    ...{ confidence: initialConfidence, tags: Array.isArray(input.tags) ? input.tags.map(String) : [] },
    state: "candidate",
  }));
}
