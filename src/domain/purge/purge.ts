import type { Call } from "../call.js";
import { isSelected, type RecordSelection, requireSelection } from "./select-records.js";
import type { RecordKind, RecordSource } from "./stored-record.js";

export type RecordCounts = Readonly<Partial<Record<RecordKind, number>>>;

/** Deletes or exports records of every family by age, project, person or text. */
export interface Purge {
  count(call: Call, selection: RecordSelection): Promise<RecordCounts>;
  run(call: Call, selection: RecordSelection): Promise<RecordCounts>;
  /** The records themselves, by kind. */
  export(call: Call, selection: RecordSelection): Promise<Readonly<Partial<Record<RecordKind, unknown[]>>>>;
}

interface Deps {
  readonly sources: readonly RecordSource[];
  /** Records that it was done and how much it was, without any content. */
  note(call: Call, action: "purge" | "export", counts: RecordCounts): Promise<void>;
}

export function createPurge({ sources, note }: Deps): Purge {
  const select = async (call: Call, source: RecordSource, selection: RecordSelection) => {
    const selected: { id: string; value: unknown }[] = [];
    for await (const record of source.records(call)) {
      if (await isSelected(record, selection)) selected.push({ id: record.id, value: record.value });
    }
    return selected;
  };
  const selectAll = async (call: Call, selection: RecordSelection) => {
    requireSelection(selection);
    const chosen = sources.filter(({ kind }) => selection.kinds?.includes(kind) !== false);
    return Promise.all(chosen.map(async (source) => ({ source, records: await select(call, source, selection) })));
  };
  type Selected = Awaited<ReturnType<typeof selectAll>>;
  const countsOf = (selected: Selected): RecordCounts =>
    Object.fromEntries(selected.map(({ source, records }) => [source.kind, records.length]));

  return {
    count: async (call, selection) => countsOf(await selectAll(call, selection)),

    async run(call, selection) {
      const selected = await selectAll(call, selection);
      for (const { source, records } of selected) {
        if (records.length > 0)
          await source.remove(
            call,
            records.map(({ id }) => id),
          );
      }
      await note(call, "purge", countsOf(selected));
      return countsOf(selected);
    },

    async export(call, selection) {
      const selected = await selectAll(call, selection);
      await note(call, "export", countsOf(selected));
      return Object.fromEntries(
        selected.map(({ source, records }) => [source.kind, records.map(({ value }) => value)]),
      );
    },
  };
}
