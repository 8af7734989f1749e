export const remediationScopes = ["project", "team", "org"] as const;
export type RemediationScope = (typeof remediationScopes)[number];

/** An error, why it came about and how it went away. */
export interface Remediation {
  readonly id: string;
  readonly scope: RemediationScope;
  /** Empty unless the scope is a team's, or a project's within one. */
  readonly team: string;
  readonly project: string;
  readonly category: string;
  readonly title: string;
  readonly problem: string;
  readonly symptoms: readonly string[];
  readonly rootCause: string;
  readonly solution: string;
  /** What was tried and did not help. */
  readonly failedAttempts: readonly string[];
  /** The command whose success proved the fix, or empty. */
  readonly verifiedBy: string;
  readonly codeDiff: string;
  readonly affectedFiles: readonly string[];
  readonly tags: readonly string[];
  readonly sessionId: string;
  readonly author: string;
  readonly confidence: number;
  /** How often somebody said that they used it. */
  readonly usageCount: number;
  /** The problem without what differs from one time to the next. */
  readonly fingerprint: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}
