export interface RemediationRow {
  readonly id: string;
  /** The tenant it was recorded for. */
  readonly owner: string;
  readonly scope: string;
  readonly project: string;
  readonly projectName: string;
  readonly category: string;
  readonly title: string;
  readonly problem: string;
  readonly symptoms: readonly string[];
  readonly rootCause: string;
  readonly solution: string;
  readonly failedAttempts: readonly string[];
  readonly verifiedBy: string;
  readonly codeDiff: string;
  readonly affectedFiles: readonly string[];
  readonly tags: readonly string[];
  readonly sessionId: string;
  readonly author: string;
  readonly confidence: number;
  readonly usageCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface RemediationPage {
  readonly remediations: readonly RemediationRow[];
  readonly total: number;
}
