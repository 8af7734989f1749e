import { daysBefore } from "../../base/days.js";
import { AppError } from "../../base/errors.js";
import { parseJson } from "../../base/json.js";
import type { Runtime } from "../../base/runtime.js";
import { estimateTokens } from "../../base/text/estimate-tokens.js";
import type { Checkpoint, CheckpointStore, Owner } from "../../store/memory/checkpoint-store.js";
import { type Call, recordedAt } from "../call.js";
import type { ProjectResolver } from "../identity/project-resolver.js";
import { unifiedDiff } from "../merge/diff/unified-diff.js";

export const resumeLevels = ["summary", "context", "full"] as const;
export type ResumeLevel = (typeof resumeLevels)[number];

interface NewCheckpoint extends Omit<Checkpoint, "id" | "author" | "createdAt" | "project" | "tokenCount"> {
  readonly tokenCount?: number | undefined;
}

interface CheckpointListing {
  readonly sessionId?: string | undefined;
  readonly projectPath?: string | undefined;
  /** Only those that a hook saved, or only the others. Default: all. */
  readonly isAutomatic?: boolean | undefined;
  readonly limit: number;
}

interface Deps {
  readonly store: CheckpointStore;
  readonly identity: ProjectResolver;
  readonly runtime: Runtime;
  readonly retention: { readonly keepAutomatic: number; readonly keepDays: number };
}

/** Saved states of sessions. `owner` is the tenant in the call's input, by default the git user's; checkpoints of other tenants are not visible. */
export type Checkpoints = ReturnType<typeof createCheckpoints>;

export function createCheckpoints({ store, identity, runtime, retention }: Deps) {
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
    async save(call: Call, owner: string | undefined, input: NewCheckpoint): Promise<Checkpoint> {
      const checkpoint = {
        ...input,
        id: runtime.newId("cp"),
        project: await identity.project(call, input.projectPath),
        tokenCount: input.tokenCount ?? estimateTokens(resumeText(input, "full")),
        author: call.caller,
        createdAt: recordedAt(call, runtime),
      };
      const { keepAutomatic, keepDays } = retention;
      const before = keepDays === 0 ? "" : daysBefore(runtime.now(), keepDays);
      return store.add(await ownerOf(call, owner), checkpoint, { keepAutomatic, before });
    },

    async list(call: Call, owner: string | undefined, listing: CheckpointListing) {
      const { sessionId, projectPath, isAutomatic, limit } = listing;
      const filter = {
        ...(sessionId === undefined ? {} : { sessionId }),
        ...(projectPath === undefined ? {} : { projects: await identity.projectNames(call, projectPath) }),
        isAutomatic,
      };
      return store.list(await ownerOf(call, owner), filter, limit);
    },

    async resume(call: Call, owner: string | undefined, id: string, level: ResumeLevel) {
      const checkpoint = await requireCheckpoint(await ownerOf(call, owner), id);
      const content = resumeText(checkpoint, level);
      return { checkpoint, content, tokenCount: estimateTokens(content) };
    },

    async diff(call: Call, owner: string | undefined, fromId: string, toId: string) {
      const whose = await ownerOf(call, owner);
      const [from, to] = [await requireCheckpoint(whose, fromId), await requireCheckpoint(whose, toId)];
      return { from, to, diff: unifiedDiff(diffText(from), diffText(to), { fromFile: from.id, toFile: to.id }) };
    },
  };
}

/** Each level includes the one before it; if a level was not saved, the text ends with the one before. */
function resumeText(
  { name, summary, context, fullState }: Pick<Checkpoint, "name" | "summary" | "context" | "fullState">,
  level: ResumeLevel,
): string {
  const brief = summary || name;
  const parts = { summary: [brief], context: [brief, context], full: [brief, context, fullState] }[level];
  return parts.filter((part) => part !== "").join("\n\n");
}

const diffText = ({ name, description, summary, context, fullState }: Checkpoint) =>
  Object.entries({ name, description, summary, context, state: indentJson(fullState) })
    .filter(([, text]) => text !== "")
    .map(([title, text]) => `## ${title}\n${text}\n`)
    .join("\n");

/** On one line, any change would mark all of it as different. */
function indentJson(state: string): string {
  const value = parseJson(state);
  return value === undefined ? state : JSON.stringify(value, null, 2);
}
