import { daysBefore } from "../../base/days.js";
import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import { estimateTokens } from "../../base/text/estimate-tokens.js";
import type { Checkpoint, CheckpointStore, Owner } from "../../store/memory/checkpoint-store.js";
import { type Call, recordedAt } from "../call.js";
import type { ProjectResolver } from "../identity/project-resolver.js";
import { unifiedDiff } from "../merge/diff/unified-diff.js";

export const resumeLevels = ["summary", "context", "full"] as const;
export type ResumeLevel = (typeof resumeLevels)[number];

export interface NewCheckpoint extends Omit<Checkpoint, "id" | "author" | "createdAt" | "project" | "tokenCount"> {
  readonly tokenCount?: number | undefined;
}

export interface CheckpointListing {
  readonly sessionId?: string | undefined;
  readonly projectPath?: string | undefined;
  /** Only those that a hook saved, or only the others. Default: all. */
  readonly isAutomatic?: boolean | undefined;
  readonly limit: number;
}

export interface ResumedCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly content: string;
  readonly tokenCount: number;
}

export interface CheckpointDiff {
  readonly from: Checkpoint;
  readonly to: Checkpoint;
  readonly diff: string;
}

/** Saved states of sessions. `owner` is the tenant in the call's input, by default the git user's; checkpoints of other tenants are not visible. */
export interface Checkpoints {
  save(call: Call, owner: string | undefined, checkpoint: NewCheckpoint): Promise<Checkpoint>;
  list(
    call: Call,
    owner: string | undefined,
    listing: CheckpointListing,
  ): Promise<{ checkpoints: Checkpoint[]; total: number }>;
  resume(call: Call, owner: string | undefined, id: string, level: ResumeLevel): Promise<ResumedCheckpoint>;
  diff(call: Call, owner: string | undefined, from: string, to: string): Promise<CheckpointDiff>;
}

interface Deps {
  readonly store: CheckpointStore;
  readonly identity: ProjectResolver;
  readonly runtime: Runtime;
  readonly retention: { readonly keepAutomatic: number; readonly keepDays: number };
}

export function createCheckpoints({ store, identity, runtime, retention }: Deps): Checkpoints {
  const ownerOf = async ({ tenant, folder }: Call, tenantId: string | undefined): Promise<Owner> => ({
    tenant,
    owner: await identity.tenant(tenantId, folder),
  });

  const requireCheckpoint = async (owner: Owner, id: string) => {
    const checkpoint = await store.get(owner, id);
    if (checkpoint) return checkpoint;
    throw new AppError("missing", `Checkpoint not found: ${id}`, { hint: "Find ids with checkpoint_list." });
  };

  return {
    async save(call, tenantId, { tokenCount, ...input }) {
      const owner = await ownerOf(call, tenantId);
      const now = runtime.now();
      const project = await identity.project(call, input.projectPath);
      const withoutCount = {
        ...input,
        id: runtime.newId("cp"),
        project,
        tokenCount: 0,
        author: call.caller,
        createdAt: recordedAt(call, runtime),
      };
      const checkpoint = {
        ...withoutCount,
        tokenCount: tokenCount ?? estimateTokens(resumeText(withoutCount, "full")),
      };
      const { keepAutomatic, keepDays } = retention;
      const before = keepDays === 0 ? "" : daysBefore(now, keepDays);
      await store.add(owner, checkpoint, { keepAutomatic, before });
      return checkpoint;
    },

    async list(call, tenantId, { sessionId, projectPath, isAutomatic, limit }) {
      const filter = {
        ...(sessionId === undefined ? {} : { sessionId }),
        ...(projectPath === undefined ? {} : { projects: await identity.projectNames(call, projectPath) }),
        isAutomatic,
      };
      return store.list(await ownerOf(call, tenantId), filter, limit);
    },

    async resume(call, tenantId, id, level) {
      const checkpoint = await requireCheckpoint(await ownerOf(call, tenantId), id);
      const content = resumeText(checkpoint, level);
      return { checkpoint, content, tokenCount: estimateTokens(content) };
    },

    async diff(call, tenantId, fromId, toId) {
      const owner = await ownerOf(call, tenantId);
      const [from, to] = [await requireCheckpoint(owner, fromId), await requireCheckpoint(owner, toId)];
      const diff = unifiedDiff(diffText(from), diffText(to), { fromFile: from.id, toFile: to.id });
      return { from, to, diff };
    },
  };
}

/** Each level includes the one before it; if a level was not saved, the text ends with the one before. */
function resumeText({ name, summary, context, fullState }: Checkpoint, level: ResumeLevel): string {
  const brief = summary || name;
  const parts = { summary: [brief], context: [brief, context], full: [brief, context, fullState] }[level];
  return parts.filter((part) => part !== "").join("\n\n");
}

const diffText = ({ name, description, summary, context, fullState }: Checkpoint) =>
  Object.entries({ name, description, summary, context, state: indentJson(fullState) })
    .filter(([, text]) => text !== "")
    .map(([title, text]) => `## ${title}\n${text}\n`)
    .join("\n");

/** Indents JSON: on one line, any change would mark all of it as different. */
function indentJson(state: string): string {
  try {
    return JSON.stringify(JSON.parse(state), null, 2);
  } catch {
    return state;
  }
}
