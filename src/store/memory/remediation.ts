import { field, type RecordOf, recordTable } from "../record-table.js";

export const remediationScopes = ["project", "team", "org"] as const;
export type RemediationScope = (typeof remediationScopes)[number];

export const remediationTable = recordTable("remediations", {
  id: "text",
  scope: field<RemediationScope>("text"),
  /** Empty unless the scope is a team's, or a project's within one. */
  team: "text",
  project: "text",
  category: "text",
  title: "text",
  problem: "text",
  symptoms: field<readonly string[]>("json"),
  rootCause: "text",
  solution: "text",
  /** What was tried and did not help. */
  failedAttempts: field<readonly string[]>("json"),
  /** The command whose success proved the fix, or empty. */
  verifiedBy: "text",
  codeDiff: "text",
  affectedFiles: field<readonly string[]>("json"),
  tags: field<readonly string[]>("json"),
  sessionId: "text",
  author: "text",
  confidence: "number",
  /** How often its use was reported. */
  usageCount: "number",
  /** The fingerprint of the error. */
  fingerprint: "text",
  createdAt: "text",
  updatedAt: "text",
  /** The tenant it was recorded for. */
  owner: "text",
});

/** An error, its cause and its fix. */
export type Remediation = Omit<RecordOf<typeof remediationTable>, "owner">;

/** The search scope of a remediation: one project, one team, or the whole tenant. */
export const remediationSearchScope = (owner: string, scope: RemediationScope, within: string): string =>
  [owner, scope, scope === "org" ? "" : within].map(encodeURIComponent).join("/");

/** The team in a search scope; undefined if it is not a team's. */
export function teamOfSearchScope(scope: string): string | undefined {
  const [, kind, team = ""] = scope.split("/");
  return kind === "team" ? decodeURIComponent(team) : undefined;
}
