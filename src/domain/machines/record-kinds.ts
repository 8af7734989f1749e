import type { AnyRecord, SyncedKind } from "../../store/machines/record-tables.js";
import { maxVotes } from "../memory/new-memory.js";
import type { Fields, Shape } from "./record-state.js";

const noFeedback: Shape = { numbers: [], sets: {} };
export const shapes: Readonly<Record<SyncedKind, Shape>> = {
  memory: {
    numbers: ["confidence", "helpful", "unhelpful", "succeeded", "failed"],
    sets: { tags: Number.POSITIVE_INFINITY, evidence: maxVotes, cast: maxVotes },
  },
  fix: { numbers: ["confidence", "usageCount"], sets: {} },
  checkpoint: noFeedback,
  forgotten: noFeedback,
  "forgotten-session": noFeedback,
};

/** When a record was last changed. */
export const timeOf = ({ updatedAt, createdAt, at }: AnyRecord): string => String(updatedAt ?? createdAt ?? at);

/** Records as they travel, with paths that mean the same on a machine where the person's folder is another one. */
export function portableRecords(personFolder: string) {
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
  return {
    toFields: ({ id: _, votes, ...fields }: AnyRecord): Fields => ({
      ...withPaths(fields, toPortable),
      ...(votes ? { cast: [], ...(votes as object) } : {}),
    }),
    toRecord(id: string, all: Fields): AnyRecord {
      const { helpful, unhelpful, succeeded, failed, cast, ...fields } = withPaths(all, toLocal);
      if (cast === undefined) return { id, ...fields };
      const counts = { helpful, unhelpful, succeeded, failed };
      return { id, ...fields, votes: (cast as unknown[]).length > 0 ? { ...counts, cast } : counts };
    },
  };
}
