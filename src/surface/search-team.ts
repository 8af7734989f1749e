import { timeAgo } from "../base/text/time-ago.js";
import { joinLists } from "../domain/remote/join-lists.js";
import type { ReadResult, Remote } from "../domain/remote/remote.js";
import { searchCopy } from "../domain/remote/search-copy.js";
import type { SurfaceCall } from "../domain/surface-app.js";
import type { RemoteCopy } from "../store/remote/copy-store.js";
import type { Sharing } from "../tools/shared-tools.js";
import { queuedRecords, queuedWrites, withQueuedChanges } from "./queued-records.js";

type Input = Readonly<Record<string, unknown>>;
type Answer = Readonly<Record<string, unknown>>;

export interface TeamResult {
  /** The records, in the field that the tool lists them in. */
  readonly found: Answer;
  /** Why this is not, or not only, what the service has now. */
  readonly notice?: { readonly state: string; readonly message: string; readonly as_of?: string };
}

/**
 * The team's records for a search or a list, and the caller's own that are queued: from the service or, while it is
 * unreachable, from the copy on this machine.
 */
export async function searchTeam(
  tool: string,
  { kind, list }: Extract<Sharing, { way: "search" }>,
  sent: Input,
  { call, runtime, log }: SurfaceCall,
  remote: Remote,
): Promise<TeamResult> {
  const project = String(sent.project_id ?? "");
  const [theirs, writes] = await Promise.all([
    remote.read(call, tool, sent),
    queuedWrites(remote, call.tenant),
    // At the same time, so that it delays nothing. A copy that cannot be written must not fail a search.
    remote.copies
      .refresh(call.tenant, kind, project)
      .catch((error: unknown) => log.info("remote.copy", { error: String(error) })),
  ]);
  const limit = Number(sent.limit ?? 100);
  const queued = queuedRecords(writes, kind, sent.project_id);
  const search = (records: Parameters<typeof searchCopy>[2]): Answer => {
    const hits = searchCopy(tool, sent, records);
    const offset = Number(sent.offset ?? 0);
    return { [list]: hits.slice(offset, offset + limit), total: hits.length };
  };
  if (theirs.kind === "answered") return { found: joinLists(list, search(queued), theirs.answer as Answer, limit) };
  const copy = theirs.kind === "unreachable" ? await remote.copies.read(call.tenant, kind, project) : undefined;
  const records = withQueuedChanges(copy?.records ?? [], writes);
  return { found: search([...queued, ...records]), notice: noticeOf(theirs, copy, remote, runtime.now()) };
}

function noticeOf(
  read: Exclude<ReadResult, { kind: "answered" }>,
  copy: RemoteCopy | undefined,
  { address }: Remote,
  now: Date,
): NonNullable<TeamResult["notice"]> {
  const why = read.kind === "unreachable" ? read.why : read.error.message;
  const state = read.kind;
  if (!copy) return { state, message: `Results of this machine only: ${address} is ${state} (${why}).` };
  const age = `${copy.copiedAt.slice(0, 16).replace("T", " ")} UTC (${timeAgo(copy.copiedAt, now.getTime())})`;
  return { state, message: `Team memory as of ${age}; ${address} is ${state} (${why}).`, as_of: copy.copiedAt };
}
