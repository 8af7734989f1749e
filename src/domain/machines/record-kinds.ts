import type { AnyRecord, SyncedKind } from "../../store/machines/record-tables.js";
import { maxVotes } from "../memory/new-memory.js";
import type { Fields, Shape } from "./record-state.js";

/** How records of a kind travel. */
export interface RecordKind {
  readonly shape: Shape;
  /** Its fields, with paths that mean the same on a machine where the person's folder is another one. */
  fields(record: AnyRecord): Fields;
  record(id: string, fields: Fields): AnyRecord;
  /** When it was last changed. */
  timeOf(record: AnyRecord): string;
}

const noFeedback: Shape = { numbers: [], sets: {} };
const shapes: Readonly<Record<SyncedKind, Shape>> = {
  memory: {
    numbers: ["confidence", "helpful", "unhelpful", "succeeded", "failed"],
    sets: { tags: Number.POSITIVE_INFINITY, evidence: maxVotes, cast: maxVotes },
  },
  fix: { numbers: ["confidence", "usageCount"], sets: {} },
  checkpoint: noFeedback,
  forgotten: noFeedback,
  "forgotten-session": noFeedback,
};

export function recordKinds(personFolder: string): Readonly<Record<SyncedKind, RecordKind>> {
  const root = personFolder.replaceAll("\\", "/").replace(/\/$/, "");
  const toPortable = (path: string) => {
    const slashed = path.replaceAll("\\", "/");
    return slashed === root || slashed.startsWith(`${root}/`) ? `~${slashed.slice(root.length)}` : path;
  };
  const toLocal = (path: string) => (path === "~" || path.startsWith("~/") ? `${root}${path.slice(1)}` : path);
  const withPaths = (fields: Fields, change: (path: string) => string): Fields => ({
    ...fields,
    ...(typeof fields.project === "string" ? { project: change(fields.project) } : {}),
    ...(typeof fields.projectPath === "string" ? { projectPath: change(fields.projectPath) } : {}),
  });
  const kindOf = (shape: Shape): RecordKind => ({
    shape,
    fields: ({ id: _, votes, ...fields }) => ({
      ...withPaths(fields, toPortable),
      ...(votes ? { cast: [], ...(votes as object) } : {}),
    }),
    record(id, all) {
      const { helpful, unhelpful, succeeded, failed, cast, ...fields } = withPaths(all, toLocal);
      if (cast === undefined) return { id, ...fields };
      const counts = { helpful, unhelpful, succeeded, failed };
      return { id, ...fields, votes: (cast as unknown[]).length > 0 ? { ...counts, cast } : counts };
    },
    timeOf: ({ updatedAt, createdAt, at }) => String(updatedAt ?? createdAt ?? at),
  });
  return Object.fromEntries(Object.entries(shapes).map(([kind, shape]) => [kind, kindOf(shape)])) as Record<
    SyncedKind,
    RecordKind
  >;
}
