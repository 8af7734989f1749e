import type { Call } from "../call.js";
import { type RecordSelection, requireSelection, selects } from "./select-records.js";
import type { RecordKind, RecordSource } from "./stored-record.js";

/** Records by kind and, of a person, the records of others that name the person. */
export type RecordCounts = Readonly<Partial<Record<RecordKind | "mention", number>>>;

/** Deletes or exports records of every family by age, project, person or text. */
export interface Purge {
  count(call: Call, selection: RecordSelection): Promise<RecordCounts>;
  /** Also removes the name of a person from records of others. */
  run(call: Call, selection: RecordSelection): Promise<RecordCounts>;
  /** The records themselves, by kind: all that `run` would delete or change. */
  export(call: Call, selection: RecordSelection): Promise<Readonly<Partial<Record<RecordKind, unknown[]>>>>;
}

interface Deps {
  readonly sources: readonly RecordSource[];
  /** Audits an export: how much it was, without any content. */
  noteExport(call: Call, counts: RecordCounts): Promise<void>;
  /** Runs `body` and audits what it did in one transaction, so that neither can exist without the other. */
  auditPurge(call: Call, body: () => Promise<RecordCounts>): Promise<RecordCounts>;
}

interface SelectedRecord {
  readonly id: string;
  readonly value: unknown;
}

export function createPurge({ sources, noteExport, auditPurge }: Deps): Purge {
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
    count: async (call, selection) => countsOf(await selectAll(call, selection), selection),

    async run(call, selection) {
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

    async export(call, selection) {
      const selected = await selectAll(call, selection);
      await noteExport(call, countsOf(selected, selection));
      return Object.fromEntries(
        selected.map(({ source, record, mention }) => [source.kind, [...record, ...mention].map(({ value }) => value)]),
      );
    },
  };
}

const idOf = ({ id }: SelectedRecord): string => id;
