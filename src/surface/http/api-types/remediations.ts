import type { Remediation } from "../../../store/memory/remediation.js";
export interface RemediationRow extends Omit<Remediation, "team" | "fingerprint"> {
  /** The tenant it was recorded for. */
  readonly owner: string;
  readonly projectName: string;
}

export interface RemediationPage {
  readonly remediations: readonly RemediationRow[];
  readonly total: number;
}
