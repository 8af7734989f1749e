import type { PlacedFinding, Remediation } from "../../store/archive/exchange.js";
import type { HandedFixStore } from "../../store/archive/handed-fix-store.js";
import type { Call } from "../call.js";

/** What somebody who keeps fixes is given: an error, what was done, and the command that proved it. */
export type FixCandidate = Omit<PlacedFinding<Remediation>, "kind"> & {
  /** Where the session worked. */
  readonly folder: string;
};

/** Keeps a candidate; whoever does it says what it is worth. */
export type KeepFix = (call: Call, candidate: FixCandidate) => Promise<void>;

const atOnce = 100;

/**
 * Hands the errors that sessions overcame to whoever keeps fixes, each error of a project once. A fix that changed no
 * file proves little: the command may have passed by itself.
 */
export async function handOverFixes(call: Call, store: HandedFixStore, keep: KeepFix): Promise<number> {
  let handed = 0;
  for (const due of await store.due(call.tenant, atOnce)) {
    if (!(await store.mark(call.tenant, due)) || due.fix.files.length === 0 || due.folder === "") continue;
    const { kind: _, ...fix } = due.fix;
    await keep(call, { ...fix, folder: due.folder });
    handed++;
  }
  return handed;
}
