export const remediationScopes = ["project", "team", "org"] as const;
export type RemediationScope = (typeof remediationScopes)[number];

/** An error, its cause and its fix. */
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
  /** How often its use was reported. */
  readonly usageCount: number;
  /** The fingerprint of the error. */
  readonly fingerprint: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}
