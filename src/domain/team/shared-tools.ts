import type { SharedKind } from "../../base/service-settings.js";
import { errorSignature } from "../../base/text/error-fingerprint.js";
import type { CopiedRecord } from "../../store/remote/copy-store.js";
import type { OutboxEntry } from "../../store/remote/outbox-store.js";
import type { Call } from "../call.js";
import { initialConfidence } from "../memory/confidence.js";
import { titleFrom } from "../memory/lesson.js";
import { rankTexts } from "../search/rank/rank-texts.js";

export type Input = Readonly<Record<string, unknown>>;

/** A tool that lists records, in the field `list` of its answer. */
export interface SharedSearch {
  readonly kind: SharedKind;
  readonly way: "search";
  readonly list: string;
  /** The records that the service would list, among those on this machine. */
  find(input: Input, records: readonly CopiedRecord[]): CopiedRecord[];
}

/** A tool that adds a record: to the service, or to the outbox until it can be reached. */
export interface SharedWrite {
  readonly kind: SharedKind;
  readonly way: "add";
  /** Inputs whose defaults only this machine knows. */
  defaults?(call: Call): Input;
  /** A record that waits in the outbox, as a search shows it. */
  show?(write: OutboxEntry): CopiedRecord;
}

/** How a tool works when its records are stored on a team service. */
export type Sharing =
  | SharedSearch
  | SharedWrite
  /** About one record: the side that has it answers. */
  | { readonly kind: SharedKind; readonly way: "record" }
  /** Searches all that this machine has: the team's records are added. */
  | { readonly kind: SharedKind; readonly way: "recall" | "read" };

const findMemories = (input: Input, records: readonly CopiedRecord[]): CopiedRecord[] =>
  rankTexts(String(input.query), records.filter(isCurrent), memoryText).map(({ item }) => item);

const listMemories = ({ state, tag }: Input, records: readonly CopiedRecord[]): CopiedRecord[] =>
  records.filter(
    (one) =>
      (state === undefined || one.state === state) &&
      (tag === undefined || (Array.isArray(one.tags) && one.tags.includes(tag))),
  );

/** The same error first, as on the service. */
function findFixes(input: Input, records: readonly CopiedRecord[]): CopiedRecord[] {
  const signature = errorSignature(String(input.query));
  const textOf = ({ title, problem, root_cause: cause, solution }: CopiedRecord) =>
    [title, problem, cause, solution].join("\n");
  return rankTexts(String(input.query), records.filter(isWithin(input)), textOf)
    .map(({ item: { project: _, ...shown }, score }) => {
      const isSame = errorSignature(String(shown.problem)) === signature;
      return { ...shown, score, same_error: isSame };
    })
    .sort((a, b) => Number(b.same_error) - Number(a.same_error));
}

/** Fixes of a project are for that project only. */
const isWithin =
  ({ scope, include_hierarchy: isWide, category, min_confidence: minConfidence = 0, project_path: project }: Input) =>
  (one: CopiedRecord): boolean =>
    (scope === undefined || isWide === true || one.scope === scope) &&
    (category === undefined || one.category === category) &&
    Number(one.confidence) >= Number(minConfidence) &&
    (one.scope !== "project" || one.project === project);

const isCurrent = ({ state }: CopiedRecord) => state === "candidate" || state === "verified";
const memoryText = ({ title, content }: CopiedRecord) => `${title}\n${content}`;

const queuedMemory = ({ id, input }: OutboxEntry): CopiedRecord => ({
  id,
  title: input.title ?? titleFrom(String(input.content)),
  content: input.content,
  outcome: input.outcome ?? "success",
  confidence: initialConfidence,
  tags: input.tags ?? [],
  state: "candidate",
});

const queuedFix = ({ id, input }: OutboxEntry): CopiedRecord => {
  const { title, problem, root_cause, solution, category, scope, project_path: project, confidence } = input;
  const fix = { id, title, problem, root_cause, solution, category, scope, project };
  return { ...fix, confidence: confidence ?? initialConfidence, usage_count: 0 };
};

const checkpointDefaults = ({ folder, session }: Call): Input => ({
  project_path: folder,
  ...(session === undefined ? {} : { session_id: session }),
});

export const searchMemories: SharedSearch = { kind: "memories", way: "search", list: "memories", find: findMemories };

export const sharedTools: Readonly<Record<string, Sharing>> = {
  memory_search: searchMemories,
  memory_list: { kind: "memories", way: "search", list: "memories", find: listMemories },
  memory_record: {
    kind: "memories",
    way: "add",
    defaults: ({ folder }) => ({ project_id: folder }),
    show: queuedMemory,
  },
  memory_get: { kind: "memories", way: "record" },
  memory_feedback: { kind: "memories", way: "record" },
  memory_update: { kind: "memories", way: "record" },
  memory_forget: { kind: "memories", way: "record" },
  memory_outcome: { kind: "memories", way: "record" },
  remediation_search: { kind: "remediations", way: "search", list: "remediations", find: findFixes },
  remediation_record: { kind: "remediations", way: "add", show: queuedFix },
  remediation_feedback: { kind: "remediations", way: "record" },
  checkpoint_save: { kind: "checkpoints", way: "add", defaults: checkpointDefaults },
  checkpoint_list: { kind: "checkpoints", way: "search", list: "checkpoints", find: () => [] },
  checkpoint_resume: { kind: "checkpoints", way: "record" },
  recall: { kind: "memories", way: "recall" },
  recall_read: { kind: "memories", way: "read" },
};
