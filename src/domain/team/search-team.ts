import { timeAgo } from "../../base/text/time-ago.js";
import type { CopiedRecord, RemoteCopy } from "../../store/remote/copy-store.js";
import type { OutboxEntry } from "../../store/remote/outbox-store.js";
import type { SurfaceCall } from "../surface-app.js";
import type { ReadResult, Remote } from "./remote.js";
import { type Input, type SharedSearch, sharedTools } from "./shared-tools.js";

/** `total` counts all pages of a list; a notice says why this is not, or not only, what the service has now. */
export type TeamResult = Awaited<ReturnType<typeof searchTeam>>;

/**
 * The team's records for a search or a list, after the caller's own that are queued: from the service or, while it is
 * unreachable, from the copy on this machine.
 */
export async function searchTeam(
  tool: string,
  { kind, list, find }: SharedSearch,
  sent: Input,
  { call, runtime, log }: SurfaceCall,
  remote: Remote,
) {
  const project = String(sent.project_id ?? "");
  const [theirs, writes] = await Promise.all([
    remote.read(call, tool, sent),
    remote.queued(call.tenant),
    // At the same time, so that it delays nothing. A copy that cannot be written must not fail a search.
    remote.copies
      .refresh(call.tenant, kind, project)
      .catch((error: unknown) => log.info("remote.copy", { error: String(error) })),
  ]);
  const [offset, limit] = [Number(sent.offset ?? 0), Number(sent.limit ?? 100)];
  const ofProject = writes.filter(({ input }) => input.project_id === sent.project_id);
  // The records that queued writes add.
  const added = ofProject.flatMap((write) => {
    const sharing = sharedTools[write.tool];
    return sharing?.way === "add" && sharing.kind === kind && sharing.show ? [sharing.show(write)] : [];
  });
  const queued = added.toReversed();
  if (theirs.kind === "answered") {
    const hits = find(sent, queued);
    const answer = theirs.answer as Readonly<Record<string, unknown>>;
    const records = [...hits.slice(offset, offset + limit), ...(answer[list] as CopiedRecord[])];
    return { records, total: hits.length + Number(answer.total ?? 0) };
  }
  const copy = theirs.kind === "unreachable" ? await remote.copies.read(call.tenant, kind, project) : undefined;
  const hits = find(sent, [...queued, ...withQueuedChanges(copy?.records ?? [], writes)]);
  const notice = noticeOf(theirs, copy, remote, runtime.now());
  return { records: hits.slice(offset, offset + limit), total: hits.length, notice };
}

/** Copied records after the queued writes: updated ones are changed, forgotten ones are gone. */
function withQueuedChanges(records: readonly CopiedRecord[], writes: readonly OutboxEntry[]): CopiedRecord[] {
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

function noticeOf(
  read: Exclude<ReadResult, { kind: "answered" }>,
  copy: RemoteCopy | undefined,
  { address }: Remote,
  now: Date,
): { readonly state: string; readonly message: string; readonly as_of?: string } {
  const why = read.kind === "unreachable" ? read.why : read.error.message;
  const state = read.kind;
  if (!copy) return { state, message: `Results of this machine only: ${address} is ${state} (${why}).` };
  const age = `${copy.copiedAt.slice(0, 16).replace("T", " ")} UTC (${timeAgo(copy.copiedAt, now.getTime())})`;
  return { state, message: `Team memory as of ${age}; ${address} is ${state} (${why}).`, as_of: copy.copiedAt };
}
