import type { SharedKind } from "../base/service-settings.js";
import { initialConfidence } from "../domain/memory/confidence.js";
import type { Remote } from "../domain/remote/remote.js";
import type { CopiedRecord } from "../store/remote/copy-store.js";
import type { OutboxEntry } from "../store/remote/outbox-store.js";

/** The caller's own writes that the service does not have yet, oldest first. */
export async function queuedWrites(remote: Remote, tenant: string): Promise<OutboxEntry[]> {
  const entries = await remote.outbox(tenant);
  return entries.filter(({ service, refused }) => service === remote.address && refused === "");
}

/** Records that wait in the outbox, newest first, as a search shows them. */
export function queuedRecords(writes: readonly OutboxEntry[], kind: SharedKind, project: unknown): CopiedRecord[] {
  const recorded = writes.filter(
    ({ tool, input }) =>
      (kind === "memories" && tool === "memory_record" && input.project_id === project) ||
      (kind === "remediations" && tool === "remediation_record"),
  );
  return recorded.map(kind === "memories" ? toMemory : toFix).reverse();
}

/** Copied records after the queued writes: updated ones are changed, forgotten ones are gone. */
export function withQueuedChanges(records: readonly CopiedRecord[], writes: readonly OutboxEntry[]): CopiedRecord[] {
  const changes = writes.filter(({ tool }) => tool === "memory_update" || tool === "memory_forget");
  return records.flatMap((record) => {
    const own = changes.filter(({ input }) => input.memory_id === record.id);
    if (own.some(({ tool }) => tool === "memory_forget")) return [];
    return [Object.assign({}, record, ...own.map(({ input }) => changedFields(input)))];
  });
}

const changedFields = ({ title, content, outcome, tags, state }: CopiedRecord): CopiedRecord =>
  Object.fromEntries(
    Object.entries({ title, content, outcome, tags, state }).filter(([, value]) => value !== undefined),
  );

const toMemory = ({ id, input }: OutboxEntry): CopiedRecord => ({
  ...{ id, title: String(input.title), content: String(input.content), outcome: String(input.outcome) },
  ...{ confidence: initialConfidence, tags: Array.isArray(input.tags) ? input.tags.map(String) : [] },
  state: "candidate",
});

const toFix = ({ id, input }: OutboxEntry): CopiedRecord => {
  const { title, problem, root_cause, solution, category, scope, project_path: project, confidence } = input;
  return {
    ...{ id, title, problem, root_cause, solution, category, scope, project },
    ...{ confidence: confidence ?? initialConfidence, usage_count: 0 },
  };
};
