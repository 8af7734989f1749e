import type { LocatedFinding, Remediation } from "../../store/archive/exchange.js";
import type { HandedFixStore } from "../../store/archive/handed-fix-store.js";
import type { Call } from "../call.js";

/** An error, what was done about it, the command that proved it, and where the session worked. */
export type FixCandidate = Omit<LocatedFinding<Remediation>, "kind"> & { readonly folder: string };

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
    const { kind: _, ...fix } = due.fix;
    const isChange = fix.files.length + (fix.steps ?? []).length > 0;
    if (!(await store.mark(call.tenant, due)) || !isChange || due.folder === "") continue;
    await record(call, { ...fix, folder: due.folder });
    recorded++;
  }
  return recorded;
}
