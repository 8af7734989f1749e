import { AppError } from "../../base/errors.js";
import type { Call } from "../call.js";
import type { RecordKind, RecordSource, StoredRecord } from "./record-sources.js";

/** Which records; every given condition must hold. */
export interface RecordSelection {
  /** Default: every kind. */
  readonly kinds?: readonly RecordKind[] | undefined;
  /** ISO time: records that were last changed before it. */
  readonly before?: string | undefined;
  readonly project?: string | undefined;
  readonly person?: string | undefined;
  /** Words that the record contains, in any case. */
  readonly match?: string | undefined;
}

/** Records by kind and, of a person, the records of others that name the person. */
export type RecordCounts = Readonly<Partial<Record<RecordKind | "mention", number>>>;

interface Deps {
  readonly sources: readonly RecordSource[];
  /** Audits an export: how much it was, without any content. */
  noteExport(call: Call, counts: RecordCounts): Promise<void>;
  /** Runs `body` and audits what it did in one transaction, so that neither can exist without the other. */
  auditPurge(call: Call, body: () => Promise<RecordCounts>): Promise<RecordCounts>;
}

type SelectedRecord = Pick<StoredRecord, "id" | "value">;

/** Deletes or exports records of every family by age, project, person or text. */
export type Purge = ReturnType<typeof createPurge>;

export function createPurge({ sources, noteExport, auditPurge }: Deps) {
  const select = async (call: Call, source: RecordSource, selection: RecordSelection) => {
    const selected: Record<"record" | "mention", SelectedRecord[]> = { record: [], mention: [] };
    if (source.isAnonymous && selection.person !== undefined) return selected;
    for await (const record of source.records(call)) {
      const kind = await selects(selection, record);
      if (kind) selected[kind].push({ id: record.id, value: record.value });
    }
    return selected;
  };
  const selectAll = async (call: Call, selection: RecordSelection) => {
    requireSelection(selection);
    const chosen = sources.filter(({ kind }) => selection.kinds?.includes(kind) !== false);
    return Promise.all(chosen.map(async (source) => ({ source, ...(await select(call, source, selection)) })));
  };
  type Selected = Awaited<ReturnType<typeof selectAll>>;
  const countsOf = (selected: Selected, { person }: RecordSelection): RecordCounts => ({
    ...Object.fromEntries(selected.map(({ source, record }) => [source.kind, record.length])),
    ...(person === undefined ? {} : { mention: selected.reduce((sum, { mention }) => sum + mention.length, 0) }),
  });

  return {
    count: async (call: Call, selection: RecordSelection) => countsOf(await selectAll(call, selection), selection),

    /** Also removes the name of a person from records of others. */
    async run(call: Call, selection: RecordSelection): Promise<RecordCounts> {
      const { person } = selection;
      const selected = await selectAll(call, selection);
      return auditPurge(call, async () => {
        const counts: Partial<Record<RecordKind | "mention", number>> = countsOf(selected, selection);
        for (const { source, record, mention } of selected) {
          if (person !== undefined) await source.removeMentions?.(call, mention.map(idOf), person);
          if (record.length === 0) continue;
          const removed = await source.remove(call, record.map(idOf), person);
          counts[source.kind] = removed;
          if (counts.mention !== undefined) counts.mention += record.length - removed;
        }
        return counts;
      });
    },

    /** The records themselves, by kind: all that `run` would delete or change. */
    async export(call: Call, selection: RecordSelection): Promise<Partial<Record<RecordKind, unknown[]>>> {
      const selected = await selectAll(call, selection);
      await noteExport(call, countsOf(selected, selection));
      return Object.fromEntries(
        selected.map(({ source, record, mention }) => [source.kind, [...record, ...mention].map(({ value }) => value)]),
      );
    },
  };
}

const idOf = ({ id }: SelectedRecord): string => id;

function requireSelection({ before, project, person, match }: RecordSelection): void {
  if ([before, project, person, match].some((one) => one !== undefined && one.trim() !== "")) return;
  throw new AppError("invalid", "Nothing selected.", { hint: "Pass --older-than, --project, --person or --match." });
}

/** `mention`: a record of others that names the selected person. */
async function selects(
  { before, project, person, match }: RecordSelection,
  record: StoredRecord,
): Promise<"record" | "mention" | undefined> {
  if (before !== undefined && record.at >= before) return undefined;
  if (project !== undefined && !record.projects.some((one) => one.toLowerCase() === project.toLowerCase()))
    return undefined;
  // In the same case: two members may differ in nothing else.
  const isOwn = person === undefined || record.people.includes(person);
  if (!isOwn && !record.mentions?.(person)) return undefined;
  if (match !== undefined && !(await record.text()).toLowerCase().includes(match.toLowerCase())) return undefined;
  return isOwn ? "record" : "mention";
}
