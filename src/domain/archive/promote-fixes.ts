import type { LocatedFinding, Remediation } from "../../store/archive/exchange.js";
import type { HandedFixStore } from "../../store/archive/handed-fix-store.js";
import type { Call } from "../call.js";

/** An error, what was done about it, and the command that proved it. */
export type FixCandidate = Omit<LocatedFinding<Remediation>, "kind"> & {
  /** Where the session worked. */
  readonly folder: string;
};

/** Stores a candidate; its confidence is decided there. */
export type RecordFixCandidate = (call: Call, candidate: FixCandidate) => Promise<void>;

const batchSize = 100;

/**
 * Records the errors that sessions fixed, each error of a project once. Where no file was changed and every command was
 * read-only, the error may have disappeared by itself.
 */
export async function promoteFixes(call: Call, store: HandedFixStore, record: RecordFixCandidate): Promise<number> {
  let recorded = 0;
  for (const due of await store.due(call.tenant, batchSize)) {
    if (!(await store.mark(call.tenant, due)) || !changedSomething(due.fix) || due.folder === "") continue;
    const { kind: _, ...fix } = due.fix;
    await record(call, { ...fix, folder: due.folder });
    recorded++;
  }
  return recorded;
}

const changedSomething = ({ files, steps = [] }: Remediation): boolean => files.length + steps.length > 0;
