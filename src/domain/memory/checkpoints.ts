import { daysBefore } from "../../base/days.js";
import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import { estimateTokens } from "../../base/text/estimate-tokens.js";
import type { Checkpoint, CheckpointStore, Owner } from "../../store/memory/checkpoint-store.js";
import type { Call } from "../call.js";
import type { ProjectResolver } from "../identity/project-resolver.js";
import { unifiedDiff } from "../merge/diff/unified-diff.js";

export const resumeLevels = ["summary", "context", "full"] as const;
export type ResumeLevel = (typeof resumeLevels)[number];

export interface NewCheckpoint extends Omit<Checkpoint, "id" | "createdAt" | "project" | "tokenCount"> {
  readonly tokenCount?: number | undefined;
}

export interface CheckpointListing {
  readonly sessionId?: string | undefined;
  readonly projectPath?: string | undefined;
  readonly autoOnly: boolean;
  readonly limit: number;
}

export interface Resumed {
  readonly checkpoint: Checkpoint;
  readonly content: string;
  readonly tokenCount: number;
}

export interface CheckpointDiff {
  readonly from: Checkpoint;
  readonly to: Checkpoint;
  readonly diff: string;
}

/** Where sessions stood. `owner` is the tenant a call named, by default the git user's; a checkpoint of another one does not exist for it. */
export interface Checkpoints {
  save(call: Call, owner: string | undefined, checkpoint: NewCheckpoint): Promise<Checkpoint>;
  list(
    call: Call,
    owner: string | undefined,
    listing: CheckpointListing,
  ): Promise<{ checkpoints: Checkpoint[]; total: number }>;
  resume(call: Call, owner: string | undefined, id: string, level: ResumeLevel): Promise<Resumed>;
  diff(call: Call, owner: string | undefined, from: string, to: string): Promise<CheckpointDiff>;
}

interface Deps {
  readonly store: CheckpointStore;
  readonly identity: ProjectResolver;
  readonly runtime: Runtime;
  readonly retention: { readonly keepAutomatic: number; readonly keepDays: number };
}

export function createCheckpoints({ store, identity, runtime, retention }: Deps): Checkpoints {
  const ownerOf = async ({ tenant, folder }: Call, named: string | undefined): Promise<Owner> => ({
    tenant,
    owner: await identity.tenant(named, folder),
  });

  const mustExist = async (owner: Owner, id: string) => {
    const checkpoint = await store.get(owner, id);
    if (checkpoint) return checkpoint;
    throw new AppError("missing", `Checkpoint not found: ${id}`, { hint: "Find ids with checkpoint_list." });
  };

  return {
    async save(call, named, { tokenCount, ...given }) {
      const owner = await ownerOf(call, named);
      const now = runtime.now();
      const project = await identity.project(call, given.projectPath);
      const blank = { ...given, id: runtime.newId("cp"), project, tokenCount: 0, createdAt: now.toISOString() };
      const checkpoint = { ...blank, tokenCount: tokenCount ?? estimateTokens(resumeText(blank, "full")) };
      const { keepAutomatic, keepDays } = retention;
      const before = keepDays === 0 ? "" : daysBefore(now, keepDays);
      await store.add(owner, checkpoint, { keepAutomatic, before });
      return checkpoint;
    },

    async list(call, named, { sessionId, projectPath, autoOnly, limit }) {
      const filter = {
        ...(sessionId === undefined ? {} : { sessionId }),
        ...(projectPath === undefined ? {} : { projects: await identity.projectNames(call, projectPath) }),
        autoOnly,
      };
      return store.list(await ownerOf(call, named), filter, limit);
    },

    async resume(call, named, id, level) {
      const checkpoint = await mustExist(await ownerOf(call, named), id);
      const content = resumeText(checkpoint, level);
      return { checkpoint, content, tokenCount: estimateTokens(content) };
    },

    async diff(call, named, fromId, toId) {
      const owner = await ownerOf(call, named);
      const [from, to] = [await mustExist(owner, fromId), await mustExist(owner, toId)];
      const diff = unifiedDiff(diffText(from), diffText(to), { fromFile: from.id, toFile: to.id });
      return { from, to, diff };
    },
  };
}

/** Each level holds the one before it; where a level was not saved, the one before it is all there is. */
function resumeText({ name, summary, context, fullState }: Checkpoint, level: ResumeLevel): string {
  const brief = summary || name;
  const parts = { summary: [brief], context: [brief, context], full: [brief, context, fullState] }[level];
  return parts.filter((part) => part !== "").join("\n\n");
}

const diffText = ({ name, description, summary, context, fullState }: Checkpoint) =>
  Object.entries({ name, description, summary, context, state: readable(fullState) })
    .filter(([, text]) => text !== "")
    .map(([title, text]) => `## ${title}\n${text}\n`)
    .join("\n");

/** JSON on one line would differ as a whole. */
function readable(state: string): string {
  try {
    return JSON.stringify(JSON.parse(state), null, 2);
  } catch {
    return state;
  }
}
