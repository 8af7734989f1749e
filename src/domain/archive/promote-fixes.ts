import type { LocatedFinding, Remediation } from "../../store/archive/exchange.js";
import type { HandedFixStore } from "../../store/archive/handed-fix-store.js";
import type { Call } from "../call.js";

/** What somebody who keeps fixes is given: an error, what was done, and the command that proved it. */
export type FixCandidate = Omit<LocatedFinding<Remediation>, "kind"> & {
  /** Where the session worked. */
  readonly folder: string;
};

/** Keeps a candidate; whoever does it says what it is worth. */
export type RecordFixCandidate = (call: Call, candidate: FixCandidate) => Promise<void>;

const atOnce = 100;

/**
 * Hands the errors that sessions overcame to whoever keeps fixes, each error of a project once. Where neither a
 * file was changed nor a command did more than look, the error may have gone by itself.
 */
export async function promoteFixes(call: Call, store: HandedFixStore, keep: RecordFixCandidate): Promise<number> {
  let handed = 0;
  for (const due of await store.due(call.tenant, atOnce)) {
    if (!(await store.mark(call.tenant, due)) || !changedSomething(due.fix) || due.folder === "") continue;
    const { kind: _, ...fix } = due.fix;
    await keep(call, { ...fix, folder: due.folder });
    handed++;
  }
  return handed;
}

const changedSomething = ({ files, steps = [] }: Remediation): boolean => files.length + steps.length > 0;
